import { disconnectMailbox } from '../../server/mail/providers/disconnect-mailbox.ts'
import { inboxFolderIdOf } from '../../server/sorting/folders/inbox-folder-id.ts'
import { liveMailbox } from './live-mailbox.ts'
import { deliver, requestsTo } from './outlook.ts'
import type { App } from './start-app.ts'

/** A fault in which Entra refuses the secret of the operator. */
export const refusedSecret = {
  service: 'entra',
  path: 'token',
  status: 401,
  body: { error: 'invalid_client', error_codes: [7000222] },
}

/** Three mailboxes during an outage: mail arrives, and minutes pass in which the product calls providers. */
export async function mailboxesInOutage(app: App) {
  const boxes: Awaited<ReturnType<typeof liveMailbox>>[] = []
  for (let n = 0; n < 3; n++) {
    const box = await liveMailbox(app)
    await box.subscribe()
    // As in a mailbox that has sorted before: the next failure is one of a message.
    await inboxFolderIdOf(app.ctx, box.mailboxId)
    boxes.push(box)
  }
  await app.runDueJobs()

  const sql: App['ctx']['db']['asService'] = (work) => app.ctx.db.asService(work)
  const waiting = () => sql((tx) => tx.selectFrom('app.inbox_events').select(['attempts']).execute())
  const logs = () => sql((tx) => tx.selectFrom('email_processing_logs').select(['id', 'reason']).execute())
  const earlier = new Set<string>()
  const finished = async () => (await logs()).filter(({ id }) => !earlier.has(id)).map(({ reason }) => reason)
  const minute = async (): Promise<void> => {
    await app.advance('1 min')
    await sql(async (tx) => {
      for (const job of ['reconcile-mailboxes', 'reconcile-actions'] as const) await app.ctx.jobs.enqueue(tx, job, {})
    })
    await app.runDueJobs()
  }
  return {
    boxes,
    minute,
    waiting,
    finished,
    expireTokens: () =>
      sql((tx) => tx.updateTable('app.mailbox_tokens').set({ expires_at: app.clock.now() }).execute()),
    fault: (one: object) => app.faults(one),
    arrive: async (count = 2): Promise<void> => {
      for (const { email } of boxes) for (let n = 1; n <= count; n++) await deliver(app, email, `Mail ${n}`)
    },
    /** Requests of each minute. */
    async requestsInMinutes(service: string, minutes: number, path = ''): Promise<number[]> {
      const counts: number[] = []
      await app.control('DELETE', '/control/requests')
      for (let n = 0; n < minutes; n++) {
        await minute()
        counts.push((await requestsTo(app, service)).filter(({ url }) => url.includes(path)).length)
        await app.control('DELETE', '/control/requests')
      }
      return counts
    },
    /** Steps until every message of all mailboxes has its terminal state. @returns the minutes */
    async minutesToCatchUp(messages: number): Promise<number> {
      for (let n = 1; n <= 20; n++) {
        await minute()
        if ((await finished()).length === messages && (await waiting()).length === 0) return n
      }
      throw new Error(`Waiting: ${JSON.stringify(await waiting())}`)
    },
    /** The mailboxes as before the outage: its mail is processed, and none of what `finished` returns. */
    async startOver(): Promise<void> {
      await app.faults()
      await sql((tx) => tx.deleteFrom('app.provider_outages').execute())
      for (let n = 1; (await waiting()).length > 0 || n === 1; n++) {
        if (n > 20) throw new Error(`Waiting: ${JSON.stringify(await waiting())}`)
        await minute()
      }
      for (const { id } of await logs()) earlier.add(id)
    },
    async end(): Promise<void> {
      await app.faults()
      await sql((tx) => tx.deleteFrom('app.provider_outages').execute())
      // A call may still be giving back its slot: disconnecting retries on a deadlock with it.
      for (const { who, mailboxId } of boxes) await disconnectMailbox(app.ctx, { userId: who.userId, mailboxId })
    },
  }
}
