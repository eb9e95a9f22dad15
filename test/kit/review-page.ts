import type { App } from './start-app.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import { sortedMails, trainedMailbox } from './trained-mailbox.ts'

/** A mailbox whose classifier is never confident enough. */
export async function unsureMailbox(app: App): Promise<ConnectedMailbox> {
  const robin = await trainedMailbox(app)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', robin.mailboxId).execute(),
  )
  return robin
}

/** Electricity bills to review, the last one newest. */
export async function deliverBills(app: App, robin: ConnectedMailbox, bills: number): Promise<void> {
  for (let n = 1; n <= bills; n++) {
    await robin.deliver({ from: 'billing@power.example', fromName: 'Power', subject: `Bill ${n}: amount due` })
    await sortedMails(app, robin, n)
  }
}
