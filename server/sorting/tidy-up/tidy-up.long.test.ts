import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TidyUpOutput } from '../../../contract/functions/tidy-up.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { runPresses } from './run-presses.ts'

let app: App
let history: History
beforeAll(async () => {
  app = await startApp()
  history = await startHistory(app, { proposals: false })
})
afterAll(() => app[Symbol.asyncDispose]())

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
    const work = runPresses(node.ctx, { mailboxId: history.mailbox.mailboxId }).then(() => true)
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
