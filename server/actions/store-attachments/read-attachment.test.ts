import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'
import { mailboxConcurrency } from '../../mail/limits.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { readAttachment, hashContent } from './read-attachment.ts'

const content = Buffer.alloc(9 * 2 ** 20)
for (let n = 0; n < content.length; n++) content[n] = (n * 31 + (n >> 8)) % 251

const app = await appOfFile()
const { mailbox, sorted } = await actingMailbox(app, [])
const { messageId } = await sorted({ subject: 'Large', attachments: [attached('large.bin', content)] })
const { mailboxId } = mailbox
const files = await withMailbox(app.ctx, mailboxId, ({ attachments }) => attachments.list(messageId, 1))
const at = { mailboxId, messageId, attachmentId: (files !== 'not-there' && files[0]?.id) || '' }

const extendClaim = () => Promise.resolve()

test('reads the whole content, and extends the claim regularly meanwhile', async () => {
  let asked = 0
  const holding = () => Promise.resolve(void (asked += 1))
  expect(await hashContent(readAttachment(app.ctx, at, holding), content.byteLength)).toEqual({
    size: content.byteLength,
    sha256: createHash('sha256').update(content).digest(),
  })
  expect(asked).toBe(2)
})

test('stops reading and closes the connection when the claim is lost', async () => {
  const refused = new Error('not any more')
  for (let time = 0; time <= mailboxConcurrency; time += 1) {
    const read = hashContent(
      readAttachment(app.ctx, at, () => Promise.reject(refused)),
      Infinity,
    )
    await expect(read).rejects.toBe(refused)
  }
})

test('stops reading above the size limit', async () => {
  expect(await hashContent(readAttachment(app.ctx, at, extendClaim), content.byteLength - 1)).toBeNull()
})
