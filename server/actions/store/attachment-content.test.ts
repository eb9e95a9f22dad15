import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { attachmentContent, measure, type ContentAt } from './attachment-content.ts'

const content = Buffer.from(Array.from({ length: 9 * 2 ** 20 }, (_, n) => (n * 31 + (n >> 8)) % 251))

let app: App
let at: ContentAt
beforeAll(async () => {
  app = await startApp()
  const { mailbox, sorted } = await actingMailbox(app, [])
  const { messageId } = await sorted({ subject: 'Large', attachments: [attached('large.bin', content)] })
  const { mailboxId } = mailbox
  const [file] = await withMailbox(app.ctx, mailboxId, (graph, token) => graph.listAttachments(token, messageId, 1))
  at = { mailboxId, messageId, attachmentId: file?.id ?? '' }
})
afterAll(() => app[Symbol.asyncDispose]())

const hold = () => Promise.resolve()

test('a content can be read again from any byte on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: content.byteLength + 10 }), async (from) => {
      const read = Buffer.concat(await Array.fromAsync(attachmentContent(app.ctx, at, { from, hold })))
      expect(read.equals(content.subarray(from))).toBe(true)
    }),
    { numRuns: 8 },
  )
})

test('while it is read, the right to go on is asked for again and again', async () => {
  let asked = 0
  const holding = () => Promise.resolve(void (asked += 1))
  expect(await measure(attachmentContent(app.ctx, at, { from: 0, hold: holding }), content.byteLength)).toMatchObject({
    size: content.byteLength,
  })
  expect(asked).toBe(2)
})

test('where it is refused, reading ends at once, and so does the call', async () => {
  const refused = new Error('not any more')
  for (let time = 0; time < 6; time += 1) {
    const read = measure(attachmentContent(app.ctx, at, { from: 0, hold: () => Promise.reject(refused) }), Infinity)
    await expect(read).rejects.toBe(refused)
  }
})

test('what is larger than it may be is not read to its end', async () => {
  expect(await measure(attachmentContent(app.ctx, at, { from: 0, hold }), content.byteLength - 1)).toBeNull()
})
