import { sql } from 'kysely'
import { expect } from 'vitest'
import { days, addMs, minutes } from '../../server/clock.ts'
import { connectedMailbox, sortNewMail, type ConnectedMailbox } from './mailbox.ts'
import type { App } from './start-app.ts'

/** Mail that a trained mailbox can sort. */
export const invoice = (n: number | string) => ({
  from: 'billing@power.example',
  subject: `Invoice ${n} for your electricity`,
  text: 'The amount due is 40 euro.',
})

/**
 * A mailbox with filed invoices and newsletters and real-time processing.
 * @param proposals whether instructions are proposed, which takes a quarter of the time
 */
export async function trainedMailbox(app: App, { proposals = true } = {}): Promise<ConnectedMailbox> {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Newsletters' }])
  if (!proposals) await dismissProposals(app, mailbox)
  await train(app, mailbox)
  return mailbox
}

/** Files emails in the folders "Invoices" and "Newsletters" of a mailbox, and switches its real-time processing on. */
export async function train(
  app: App,
  mailbox: Pick<ConnectedMailbox, 'deliver' | 'call' | 'mailboxId'>,
): Promise<void> {
  // Later messages weigh more in learning, so each needs a different time for a deterministic order.
  const yesterday = addMs(app.clock.now(), days(-1))
  for (let n = 1; n <= 12; n++) {
    await mailbox.deliver({ folder: 'Invoices', ...invoice(n), received: addMs(yesterday, minutes(2 * n)) })
    await mailbox.deliver({
      folder: 'Newsletters',
      received: addMs(yesterday, minutes(2 * n + 1)),
      from: 'news@garden.example',
      subject: `Garden letter ${n}`,
      text: 'Roses, tulips and what to sow now.',
    })
  }
  await sortNewMail(app, mailbox)
}

/** As if the user had dismissed them before. */
const dismissProposals = (app: App, { mailboxId }: ConnectedMailbox) =>
  app.ctx.db.asService((tx) =>
    sql`insert into app.instruction_proposals
        (folder_id, user_id, mailbox_id, instructions, sample_size, correctly_classified, created_at, dismissed_at)
      select id, user_id, mailbox_id, 'Dismissed', 12, 12, now(), now() from public.email_folders
      where mailbox_id = ${mailboxId}::uuid`.execute(tx),
  )

/** Waits until the sandbox has delivered its change notifications and all jobs that they caused have finished. */
export async function sortedMails(app: App, mailbox: ConnectedMailbox, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await app.runDueJobs()
        return (await mailbox.rows<unknown[]>('email_processing_logs?select=id&status=neq.processing')).length
      },
      { interval: 50 },
    )
    .toBe(count)
}
