import { expect, test } from 'vitest'
import { startCuttingProxy, type Incident } from '../../../test/kit/cutting-proxy.ts'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const sender = 'billing@power.example'
/** The commands of a sorted email whose folder drafts a reply. */
const commands = [
  'AUTHENTICATE',
  'NAMESPACE',
  'LIST',
  'STATUS',
  'EXAMINE',
  'SELECT',
  'UID SEARCH',
  'UID FETCH',
  'UID MOVE',
  'APPEND',
  'UID STORE',
  'UID EXPUNGE',
]
/** Silence, which a time limit ends, is in `imap-connections.long.test.ts`. */
const faults: Pick<Incident, 'at' | 'how'>[] = [
  { at: 'before', how: 'cut' },
  { at: 'unanswered', how: 'cut' },
  { at: 'answered', how: 'cut' },
  { at: 'before', how: 'NO refused' },
  { at: 'before', how: 'NO [UNAVAILABLE] later' },
  { at: 'before', how: 'BYE later' },
]

describeWithDovecot('every fault of a mail server at every command', async (dovecot) => {
  const app = await appOfFile({ startsAt: null })

  async function draftingMailbox(port: number) {
    const server = { host: '127.0.0.1', port, password: dovecot.password }
    const at = await imapMailbox(app, dovecot, { folders: ['Bills'], server })
    await at.instruct('Bills', sender)
    const folder = (await at.rows()).find(({ folder_name: name }) => name === 'Bills')
    await app.ctx.db.asService(async (tx) => {
      const drafting = tx.selectFrom('email_actions').select('id').where('action_type', '=', 'draft_reply')
      const { id } = await drafting.executeTakeFirstOrThrow()
      const added = { user_id: at.who.userId, folder_id: folder?.id ?? '', action_id: id, action_order: 1 }
      await tx.insertInto('email_folder_actions').values(added).execute()
    })
    await app.advance('1 min')
    await at.subscribe()
    await app.runDueJobs()
    return at
  }

  /** Of the email and of its run. */
  async function resultsOf(mailboxId: string) {
    return app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_processing_logs as l')
        .leftJoin('email_action_runs as r', 'r.log_id', 'l.id')
        .select(['l.status', 'l.reason', 'r.status as run'])
        .where('l.mailbox_id', '=', mailboxId)
        .execute(),
    )
  }

  test.each(commands.flatMap((command) => faults.map((fault) => ({ command, ...fault }))))(
    '$command: $how ($at)',
    { timeout: 600_000 },
    async ({ command, at: moment, how }) => {
      await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
      const at = await draftingMailbox(proxy.port)
      await app.ctx.vendors.imap.close(at.mailboxId)
      void proxy.next({ command: new RegExp(`^${command}\\b`), at: moment, how })
      await at.save({ subject: 'Bill', from: sender, text: 'The amount due is 41 euro.' })
      const ended = async () => {
        await app.advance('1 min')
        await at.work('reconcile-mailboxes', 'catch-up')
        await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-actions', {}))
        await app.runDueJobs()
        return resultsOf(at.mailboxId)
      }
      // A draft that the server refuses fails its run, which the user can start again.
      const isDrafted = command !== 'APPEND' || how !== 'NO refused'
      const expected = [{ status: 'processed', reason: 'sorted', run: isDrafted ? 'done' : 'failed' }]
      await expect.poll(ended, { timeout: 120_000 }).toEqual(expected)
      await at.work('detect-manual-moves', 'catch-up')
      expect(await at.corrections()).toEqual([])
      // Clients hide what is marked as deleted: the version of a draft without our text may stay so.
      const shown = (await dovecot.listEmails(at.address)).filter(({ flags }) => !flags.includes('\\Deleted'))
      expect(shown.map(({ folder }) => folder)).toEqual(isDrafted ? ['Bills', 'Drafts'] : ['Bills'])
      // Its proxy ends with the test, and an outage of one mailbox's server is one of all.
      await at.call('mail-authentication', { action: 'disconnect', mailboxId: at.mailboxId })
    },
  )
})
