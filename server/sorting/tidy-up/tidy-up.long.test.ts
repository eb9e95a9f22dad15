import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TidyUpOutput } from '../../../contract/functions/tidy-up.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { connectedMailbox } from '../../../test/kit/mailbox.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { addMs, minutes } from '../../clock.ts'
import { tidyUp } from './tidy-up.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })

async function ask(input: object) {
  const { mailboxId } = history.mailbox
  const output = TidyUpOutput.parse(await history.mailbox.call('tidy-up', { mailboxId, ...input }))
  return 'presses' in output ? output.presses : []
}

// Every second step shows every crash (`crashAtStep`).
test.each(['file', 'undo'])('moves each email once where a worker dies at any step: %s', async (what) => {
  for (let step = 1, isDone = false; !isDone; step += 2) {
    await history.startOver()
    const { messageId } = await history.deliverAndSort({
      from: 'anna@family.example',
      subject: 'Zucchini',
      text: 'Mint.',
    })
    const folderId = history.folderId('Newsletters')
    const [press] = await ask({ action: 'file', folderId, messageIds: [messageId], move: true })
    if (what === 'undo') {
      await app.runDueJobs()
      await ask({ action: 'undo', pressId: press?.id })
    }
    const moves = await history.moves()
    const node = crashAtStep(app.ctx, step)
    const work = tidyUp(node.ctx, { mailboxId: history.mailbox.mailboxId }).then(() => true)
    isDone = await Promise.race([work, node.died.then(() => false)])
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.requested_moves set claimed_until = '-infinity'`.execute(tx)
      await sql`update app.tidy_up_presses set claimed_until = now() - interval '1 second'
        where claimed_until > now()`.execute(tx)
      await app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
    })
    await app.runDueJobs()
    const ended = what === 'undo' ? { state: 'undone', moved: 0 } : { state: 'done', moved: 1 }
    expect({ step, presses: await ask({ action: 'status' }) }).toMatchObject({ step, presses: [ended] })
    expect(await history.outlookFolderOf(messageId)).toBe(what === 'undo' ? 'Inbox' : 'Newsletters')
    expect({ step, moves: (await history.moves()) - moves }).toEqual({ step, moves: 1 })
  }
})

test('groups 2,000 emails of the inbox, files 300 of them at once and moves all of them back', async () => {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  for (let n = 0; n < 2010; n++)
    await mailbox.deliver({
      ...invoice(n),
      from: `a${n % 40}@b.example`,
      received: addMs(app.clock.now(), -n * minutes(10)),
    })
  const { mailboxId } = mailbox
  const ids: string[] = []
  for (let from: string | null = null, page = 0; page === 0 || from !== null; page++) {
    const scanned = TidyUpOutput.parse(await mailbox.call('tidy-up', { action: 'scan', mailboxId, from }))
    if (!('emails' in scanned)) throw new Error('No page came back')
    expect(scanned.total).toBe(2000)
    ids.push(...scanned.emails.map(({ messageId }) => messageId))
    from = scanned.next
  }
  expect(new Set(ids).size).toBe(2000)
  const [folder] = await mailbox.rows<{ id: string }[]>('email_folders?select=id')
  const at = { mailboxId, folderId: folder?.id }
  const press = async (input: object) => TidyUpOutput.parse(await mailbox.call('tidy-up', { mailboxId, ...input }))
  const messageIds = ids.slice(-300)
  expect(await press({ action: 'file', ...at, messageIds, move: true })).toMatchObject({
    presses: [{ emails: 300, state: 'running' }],
  })
  await app.runDueJobs()
  const filed = await press({ action: 'status' })
  expect(filed).toMatchObject({ presses: [{ state: 'done', moved: 300, notMoved: 0 }] })
  await press({ action: 'undo', pressId: 'presses' in filed ? filed.presses[0]?.id : '' })
  await app.runDueJobs()
  expect(await press({ action: 'status' })).toMatchObject({ presses: [{ state: 'undone', moved: 0, notMoved: 0 }] })
})
