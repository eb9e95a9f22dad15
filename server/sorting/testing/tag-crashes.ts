import { expect } from 'vitest'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { eventually } from '../../../test/kit/outlook.ts'
import type { History } from '../../../test/kit/sorted-mail.ts'
import type { App } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { drainMailbox } from '../drain-mailbox.ts'
import { findProcessingLog } from '../log/processing-log-queries.ts'

/** The row of a message that was delivered, once it is sorted. */
export const sortedRow = (app: App, mailboxId: string, messageId: string) =>
  eventually(
    async () => {
      await app.runDueJobs()
      const log = await app.ctx.db.asService((tx) => findProcessingLog(tx, mailboxId, messageId))
      return log ?? { id: '', status: 'processing', filing: null }
    },
    ({ status }) => status !== 'processing',
  )

/** Lets the worker die at every `stride`-th step of an email of its own, which is filed in this way once. */
export async function crashAtEachStep(
  app: App,
  history: History,
  filing: 'tag' | 'both',
  stride: number,
): Promise<void> {
  const { mailboxId } = history.mailbox
  const folderId = history.folderId('Invoices')
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ filing }).where('id', '=', folderId).execute(),
  )
  for (let step = 1; ; step += stride) {
    const messageId = await history.mailbox.deliver(invoice(`${filing} ${step}`))
    await expect
      .poll(() => app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').select('message_id').execute()))
      .toHaveLength(1)
    const node = await startNode(app)
    const dying = crashAtStep(node.ctx, step)
    const ended = drainMailbox(dying.ctx, { mailboxId }).then(
      () => false,
      () => false,
    )
    const hasDied = await Promise.race([ended, dying.died.then(() => true)])
    await node[Symbol.asyncDispose]()
    await app.advance('2 min')
    const log = await sortedRow(app, mailboxId, messageId)
    expect(log, `step ${step}`).toMatchObject({ status: 'processed', moved: true })
    expect(await history.outlookFolderOf(messageId)).toBe(filing === 'tag' ? 'Inbox' : 'Invoices')
    expect(await history.categories(messageId)).toEqual(['Invoices'])
    if (!hasDied) return
  }
}
