import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { accessTokenOf, addMailbox, newMailbox, signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { mailboxConcurrency } from '../../mail/limits.ts'
import { requireMicrosoft } from '../../mail/outlook/microsoft-clients.ts'

const app = await appOfFile()
const email = await newMailbox(app)
const mailboxId = await addMailbox(app, (await signUp(app)).userId, email)
const token = await accessTokenOf(app.ctx, mailboxId)
const mailbox = requireMicrosoft(app.ctx).graph.forMailbox(token, mailboxId)
beforeEach(() => app.faults())

async function put(mail: object): Promise<string> {
  const answer = await app.control('POST', `/control/outlook/${email}/messages?folder=Inbox`, mail)
  return typeof answer === 'object' && answer !== null && 'id' in answer ? String(answer.id) : ''
}
const file = (name: string, bytes: Uint8Array, more: object = {}) => ({
  name,
  contentBytes: Buffer.from(bytes).toString('base64'),
  ...more,
})
/** More than the buffers of a connection hold. */
const large = Buffer.alloc(3 * 2 ** 20, 'attachment ')
const small = Buffer.alloc(2 ** 17, 'attachment ')
const list = async (messageId: string, max: number) => {
  const found = await mailbox.attachments.list(messageId, max)
  return found === 'not-there' ? [] : found
}
const read = async (messageId: string, attachmentId = '', from = mailbox) => {
  const content = await from.attachments.read({ messageId, attachmentId })
  if (content === 'not-there') throw new Error(content)
  return content
}
const allOf = async (parts: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(parts))

test('lists attachments in order, without their contents', async () => {
  const id = await put({
    attachments: [
      file('bill.pdf', small, { contentType: 'Application/PDF; name="bill.pdf"' }),
      file('logo\u202e.png', Buffer.from('x'), {
        contentType: 'image/png',
        isInline: true,
        contentId: '<Logo%40shop>',
      }),
      { '@odata.type': '#microsoft.graph.itemAttachment', name: 'Re: Offer', contentBytes: 'U3ViamVjdDogeA0KDQp5' },
      { '@odata.type': '#microsoft.graph.referenceAttachment', name: 'plan.docx' },
    ],
  })
  const [bill, logo, mail, link] = await list(id, 10)
  expect(bill).toMatchObject({ type: 'file', name: 'bill.pdf', contentType: 'application/pdf', contentId: null })
  expect(bill?.size).toBeGreaterThanOrEqual(small.byteLength)
  expect(logo).toMatchObject({ name: 'logo.png', isInline: true, contentId: 'logo@shop' })
  expect(mail).toMatchObject({ type: 'item', name: 'Re: Offer' })
  expect(link).toMatchObject({ type: 'reference', name: 'plan.docx' })
  expect(await list(id, 2)).toHaveLength(2)
})

test('lists several pages, up to the maximum', async () => {
  const attachments = Array.from({ length: 230 }, (_, n) => file(`${n}.txt`, Buffer.from('x')))
  const id = await put({ attachments })
  const names = (await list(id, 220)).map(({ name }) => name)
  expect(names).toEqual(attachments.slice(0, 220).map(({ name }) => name))
})

test('returns an attachment once if pages overlap', async () => {
  const id = await put({})
  const twice = ['A', 'B', 'A'].map((name) => ({ '@odata.type': '#microsoft.graph.fileAttachment', id: name, name }))
  const fault = { service: 'graph', path: '/attachments', mailbox: email, times: 1, status: 200 }
  await app.faults({ ...fault, body: JSON.stringify({ value: twice }) })
  expect((await list(id, 10)).map(({ name }) => name)).toEqual(['A', 'B'])
})

describe('attachment content', () => {
  test('streams in chunks, repeatedly, and releases its concurrency slot when left early', async () => {
    const id = await put({ attachments: [file('bill.pdf', large)] })
    const [bill] = await list(id, 1)
    for (let time = 0; time <= 1; time += 1) {
      const pieces = await Array.fromAsync(await read(id, bill?.id))
      expect(pieces.length).toBeGreaterThan(1)
      expect(Buffer.concat(pieces).equals(large)).toBe(true)
    }
    for (let time = 0; time <= mailboxConcurrency; time += 1) {
      for await (const piece of await read(id, bill?.id)) {
        expect(piece.byteLength).toBeGreaterThan(0)
        break
      }
    }
  })

  test('of an attached message is its MIME', async () => {
    const mime = Buffer.from('Subject: inner\r\n\r\nwords')
    const id = await put({ attachments: [file('inner', mime, { '@odata.type': '#microsoft.graph.itemAttachment' })] })
    const [inner] = await list(id, 1)
    expect((await allOf(await read(id, inner?.id))).toString()).toContain('Subject: inner')
  })

  test('fails before the first byte if it is missing or has no content', async () => {
    const id = await put({
      attachments: [{ '@odata.type': '#microsoft.graph.referenceAttachment', name: 'plan.docx' }],
    })
    const [link] = await list(id, 1)
    await expect(read(id, link?.id)).rejects.toMatchObject({ name: 'VendorError', status: 405 })
    expect(await mailbox.attachments.read({ messageId: id, attachmentId: 'AAMkAGnothing' })).toBe('not-there')
  })

  test.for([
    [{ drop: true }, { status: 0 }],
    [{ action: 'cut', when: 'after' }, { status: 0 }],
    [
      { status: 429, retryAfter: 7 },
      { status: 429, retryAfterMs: 7000 },
    ],
    [{ status: 503 }, { status: 503 }],
  ] as const)('fails transiently with %j', async ([fault, expected]) => {
    const id = await put({ attachments: [file('bill.pdf', small)] })
    const [bill] = await list(id, 1)
    await app.faults({ service: 'graph', path: '/attachments/', mailbox: email, times: 1, ...fault })
    const work = requireMicrosoft(app.ctx).graph.forMailbox(token, randomUUID())
    await expect(read(id, bill?.id, work).then(allOf)).rejects.toMatchObject({
      vendor: 'graph',
      transient: true,
      ...expected,
    })
  })
})
