import { beforeEach, describe, expect, test } from 'vitest'
import { ask, at, type Client, listAt, sendJson, textAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const OTHER = 'bob@fabrikam.example'
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' }
const sandbox = await sandboxOfFile()
let client: Client
let original: string

const person = (address: string, name = address) => ({ emailAddress: { name, address } })
const codeOf = (body: unknown) => at(body, 'error.code')
const inFolder = async (email: string, folder: string) =>
  listAt({ value: (await sandbox.control('GET', `/outlook/${email}/messages?folder=${folder}`)).body })

beforeEach(async () => {
  for (const email of [EMAIL, OTHER])
    await sandbox.control('POST', '/outlook/mailboxes', { email, kind: 'work', folders: [] })
  client = await sandbox.signIn(EMAIL)
  original = await sandbox.deliver(EMAIL, {
    subject: 'Question',
    from: person(OTHER, 'Bob'),
    toRecipients: [person(EMAIL), person('carol@x.example')],
    ccRecipients: [person('dan@x.example')],
    body: { contentType: 'html', content: '<html><body><p>How are you?</p></body></html>' },
    attachments: [
      { name: 'file.txt', contentType: 'text/plain', contentBytes: Buffer.from('hello').toString('base64') },
    ],
  })
})

describe('reply and forward drafts', () => {
  test('a reply in Drafts has subject, recipient, quoted body and conversation', async () => {
    const answer = await client.send('POST', `/me/messages/${original}/createReply`, undefined, IMMUTABLE)
    expect(answer).toMatchObject({
      status: 201,
      body: { isDraft: true, subject: 'RE: Question', toRecipients: [person(OTHER, 'Bob')], ccRecipients: [] },
    })
    const source = (await client.get(`/me/messages/${original}`)).body
    expect(at(answer.body, 'conversationId')).toBe(at(source, 'conversationId'))
    expect(at(answer.body, 'parentFolderId')).toBe(at((await client.get('/me/mailFolders/drafts')).body, 'id'))
    expect(textAt(answer.body, 'body.content')).toContain('How are you?')
  })

  test('addresses a reply to all, a reply with Reply-To, and a forward', async () => {
    const all = (await client.send('POST', `/me/messages/${original}/createReplyAll`, {})).body
    expect(listAt(all, 'toRecipients').map((to) => at(to, 'emailAddress.address'))).toEqual([OTHER, 'carol@x.example'])
    expect(listAt(all, 'ccRecipients')).toHaveLength(1)
    const elsewhere = await sandbox.deliver(EMAIL, {
      subject: 'RE: List',
      from: person('list@x.example'),
      replyTo: [person('owner@x.example')],
    })
    const reply = (await client.send('POST', `/me/messages/${elsewhere}/createReply`, {})).body
    expect(reply).toMatchObject({ subject: 'RE: List', toRecipients: [person('owner@x.example')] })
    const forward = (await client.send('POST', `/me/messages/${original}/createForward`, {})).body
    expect(forward).toMatchObject({ subject: 'FW: Question', toRecipients: [], hasAttachments: true })
  })

  test('a comment is not added to the draft; a comment and a body together are refused', async () => {
    const answer = await client.send('POST', `/me/messages/${original}/createReply`, { comment: 'Very well' })
    expect(textAt(answer.body, 'body.content')).not.toContain('Very well')
    const both = { comment: 'x', message: { body: { contentType: 'text', content: 'y' } } }
    expect((await client.send('POST', `/me/messages/${original}/createReply`, both)).status).toBe(400)
    const twice = { toRecipients: [person(OTHER)], message: { toRecipients: [person(OTHER)] } }
    expect((await client.send('POST', `/me/messages/${original}/createForward`, twice)).status).toBe(400)
  })

  test.each(['createReply', 'createReplyAll', 'createForward'])('%s marks an unread original as read', async (call) => {
    const read = async () => {
      const message = (await client.get(`/me/messages/${original}`)).body
      const { isRead, changeKey, lastModifiedDateTime } = Object(message)
      const folder = (await client.get('/me/mailFolders/inbox')).body
      return { isRead, changeKey, lastModifiedDateTime, unread: at(folder, 'unreadItemCount') }
    }
    const create = async (by: string) => (await client.send('POST', `/me/messages/${original}/${by}`, {})).status
    await sandbox.control('PUT', '/config', { draftMarksOriginalRead: false })
    const before = await read()
    expect([await create(call), await read()]).toEqual([201, before])
    await sandbox.control('PUT', '/config', { draftMarksOriginalRead: true })
    await sandbox.control('POST', '/clock', { advance: 'PT5S' })
    await create(call)
    const marked = await read()
    expect([before, marked]).toMatchObject([
      { isRead: false, unread: 1 },
      { isRead: true, unread: 0 },
    ])
    expect(marked.changeKey).not.toBe(before.changeKey)
    expect(Date.parse(marked.lastModifiedDateTime)).toBeGreaterThan(Date.parse(before.lastModifiedDateTime))
    await create(call)
    expect(await read()).toEqual(marked)
  })

  test('creates, changes and sends a draft; the copy in Sent Items has its immutable id', async () => {
    const id = textAt(
      (await client.send('POST', `/me/messages/${original}/createReply`, undefined, IMMUTABLE)).body,
      'id',
    )
    expect(
      (
        await client.send('PATCH', `/me/messages/${id}`, {
          body: { contentType: 'HTML', content: '<p>Fine</p>' },
          subject: 'RE: Question!',
        })
      ).status,
    ).toBe(200)
    await sandbox.control('PUT', '/config', { sentCopyDelayMs: 3000 })
    expect((await client.send('POST', `/me/messages/${id}/send`)).status).toBe(202)
    expect((await client.get(`/me/messages/${id}`, IMMUTABLE)).status).toBe(404)
    await sandbox.control('POST', '/clock', { advance: 'PT4S' })
    expect((await client.get(`/me/messages/${id}`, IMMUTABLE)).body).toMatchObject({ id, isDraft: false })
    expect(await inFolder(EMAIL, 'Sent%20Items')).toMatchObject([{ id, subject: 'RE: Question!' }])
    expect(await inFolder(OTHER, 'Inbox')).toMatchObject([{ subject: 'RE: Question!', from: person(EMAIL, 'Anna') }])
    const status = (await client.send('POST', `/me/messages/${id}/send`)).status
    await sandbox.control('PUT', '/config', { sendNonDraftStatus: 403 })
    expect([status, (await client.send('POST', `/me/messages/${id}/send`)).status]).toEqual([400, 403])
  })
})

describe('sending', () => {
  test('sends a forward: one copy in Sent Items, delivered, and in the outbox', async () => {
    const answer = await client.send('POST', `/me/messages/${original}/forward`, {
      comment: 'Please see',
      toRecipients: [person(OTHER)],
    })
    expect([answer.status, answer.text]).toEqual([202, ''])
    expect(await inFolder(EMAIL, 'Sent%20Items')).toMatchObject([{ subject: 'FW: Question' }])
    expect(await inFolder(EMAIL, 'Drafts')).toEqual([])
    expect(await inFolder(OTHER, 'Inbox')).toMatchObject([{ subject: 'FW: Question', hasAttachments: true }])
    expect((await sandbox.control('GET', '/outbox')).body).toMatchObject([
      { to: OTHER, subject: 'FW: Question', text: expect.stringContaining('Please see') },
    ])
  })

  test('refuses no recipients, two lists, invalid and too many ones', async () => {
    const forward = (body: unknown) => client.send('POST', `/me/messages/${original}/forward`, body)
    expect((await forward({ comment: 'x' })).status).toBe(400)
    expect((await forward({ toRecipients: [person(OTHER)], message: { toRecipients: [person(OTHER)] } })).status).toBe(
      400,
    )
    expect(codeOf((await forward({ toRecipients: [person('no address')] })).body)).toBe('ErrorInvalidRecipients')
    const crowd = Array.from({ length: 501 }, (_, place) => person(`p${place}@x.example`))
    expect((await client.send('POST', '/me/sendMail', { message: { subject: 'x', toRecipients: crowd } })).status).toBe(
      400,
    )
  })

  test('a forward to the sender arrives as new mail', async () => {
    await client.send('POST', `/me/messages/${original}/forward`, { toRecipients: [person(EMAIL)] })
    expect((await inFolder(EMAIL, 'Inbox')).map((mail) => at(mail, 'subject'))).toEqual(['FW: Question', 'Question'])
  })

  test('sendMail with and without a copy; refuses another sender, and headers without x-', async () => {
    const message = {
      subject: 'Hi',
      body: { contentType: 'text', content: 'x' },
      toRecipients: [person(OTHER)],
      internetMessageHeaders: [{ name: 'x-mailroom-id', value: '7' }],
    }
    expect((await client.send('POST', '/me/sendMail', { message, saveToSentItems: false })).status).toBe(202)
    expect(await inFolder(EMAIL, 'Sent%20Items')).toEqual([])
    const arrived = (await inFolder(OTHER, 'Inbox'))[0]
    expect(arrived).toMatchObject({ internetMessageHeaders: [{ name: 'x-mailroom-id', value: '7' }] })
    expect((await client.send('POST', '/me/sendMail', { message })).status).toBe(202)
    expect(await inFolder(EMAIL, 'Sent%20Items')).toHaveLength(1)
    expect(await client.send('POST', '/me/sendMail', { message: { ...message, from: person(OTHER) } })).toMatchObject({
      status: 403,
      body: { error: { code: 'ErrorSendAsDenied' } },
    })
    expect(
      (
        await client.send('POST', '/me/sendMail', {
          message: { ...message, internetMessageHeaders: [{ name: 'Received', value: 'x' }] },
        })
      ).status,
    ).toBe(400)
    expect((await client.send('POST', '/me/sendMail', { message, saveToSentItems: 'false' })).status).toBe(400)
  })

  test('refuses or delays more than thirty messages per minute', async () => {
    const message = { subject: 'Hi', toRecipients: [person(OTHER)] }
    for (let turn = 0; turn < 30; turn++) await client.send('POST', '/me/sendMail', { message })
    await sandbox.control('PUT', '/config', { sendRateLimit: '429' })
    const refused = await client.send('POST', '/me/sendMail', { message })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    await sandbox.control('PUT', '/config', { sendRateLimit: 'late' })
    expect((await client.send('POST', '/me/sendMail', { message })).status).toBe(202)
    expect(await inFolder(OTHER, 'Inbox')).toHaveLength(30)
    await sandbox.control('POST', '/clock', { advance: 'PT61S' })
    expect(await inFolder(OTHER, 'Inbox')).toHaveLength(31)
  })

  test('a full mailbox refuses new content', async () => {
    await sandbox.control('PATCH', `/outlook/${EMAIL}`, { full: true })
    for (const [path, body] of [
      ['createReply', {}],
      ['copy', { destinationId: 'archive' }],
    ] as const) {
      expect(await client.send('POST', `/me/messages/${original}/${path}`, body)).toMatchObject({
        status: 507,
        body: { error: { code: 'ErrorQuotaExceeded' } },
      })
    }
    expect((await client.get('/me/messages')).status).toBe(200)
    await sandbox.control('PUT', '/config', { fullMailboxFailsReads: true })
    expect((await client.get('/me/messages')).status).toBe(507)
  })
})

describe('attachments', () => {
  const odd = {
    subject: 'odd',
    attachments: [
      { name: '/..\\evil.txt', contentType: 'text/plain', contentBytes: '' },
      { name: 'logo.png', contentType: 'image/png', contentBytes: 'AAAA', isInline: true, contentId: 'logo' },
      {
        '@odata.type': '#microsoft.graph.itemAttachment',
        name: 'inner.eml',
        contentBytes: Buffer.from('Subject: inner\r\n\r\nhello').toString('base64'),
      },
      { '@odata.type': '#microsoft.graph.referenceAttachment', name: 'link' },
    ],
  }

  test('are listed with type, size and bytes, without bytes by $select', async () => {
    const id = await sandbox.deliver(EMAIL, odd)
    const list = listAt((await client.get(`/me/messages/${id}/attachments`)).body)
    expect(list.map((item) => Reflect.get(Object(item), '@odata.type'))).toEqual(
      ['file', 'file', 'item', 'reference'].map((type) => `#microsoft.graph.${type}Attachment`),
    )
    expect(list[1]).toMatchObject({ name: 'logo.png', isInline: true, contentId: 'logo', contentBytes: 'AAAA' })
    const short = listAt(
      (await client.get(`/me/messages/${id}/attachments?$select=id,name,contentType,size,isInline`)).body,
    )
    expect(short[1]).not.toHaveProperty('contentBytes')
    const onlyInline = await sandbox.deliver(EMAIL, { subject: 'i', attachments: [odd.attachments[1]] })
    expect((await client.get(`/me/messages/${onlyInline}`)).body).toMatchObject({ hasAttachments: false })
  })

  test('$value returns the bytes of a file or the MIME of an item, and fails for a reference', async () => {
    const id = await sandbox.deliver(EMAIL, odd)
    const ids = listAt((await client.get(`/me/messages/${id}/attachments`)).body).map((item) => textAt(item, 'id'))
    const value = (place: number) => client.get(`/me/messages/${id}/attachments/${ids[place]}/$value`)
    expect([(await value(0)).text, (await value(0)).headers.get('content-type')]).toEqual(['', 'text/plain'])
    expect((await value(2)).text).toContain('Subject: inner')
    expect((await value(3)).status).toBe(405)
    const item = await client.get(
      `/me/messages/${id}/attachments/${ids[2]}?$expand=microsoft.graph.itemattachment/item`,
    )
    expect(item.body).toMatchObject({ item: { '@odata.type': '#microsoft.graph.message', subject: 'inner' } })
  })

  test('are added up to 3 MB, and removed', async () => {
    const draft = textAt((await client.send('POST', '/me/messages', { subject: 'd' })).body, 'id')
    const body = (size: number) => ({
      '@odata.type': '#microsoft.graph.fileAttachment',
      name: 'a.bin',
      contentBytes: Buffer.alloc(size).toString('base64'),
    })
    const added = await client.send('POST', `/me/messages/${draft}/attachments`, body(1000))
    expect(added).toMatchObject({ status: 201, body: { name: 'a.bin' } })
    expect((await client.send('POST', `/me/messages/${draft}/attachments`, body(3 * 2 ** 20))).status).toBe(413)
    await sandbox.control('PUT', '/config', { attachmentTooLarge: 'ErrorAttachmentSizeLimitExceeded' })
    expect(codeOf((await client.send('POST', `/me/messages/${draft}/attachments`, body(3 * 2 ** 20))).body)).toBe(
      'ErrorAttachmentSizeLimitExceeded',
    )
    expect((await client.send('DELETE', `/me/messages/${draft}/attachments/${textAt(added.body, 'id')}`)).status).toBe(
      204,
    )
    expect(listAt((await client.get(`/me/messages/${draft}/attachments`)).body)).toEqual([])
  })

  test('large ones are uploaded in ranges, in order, without a token, until the session expires', async () => {
    const draft = textAt((await client.send('POST', '/me/messages', { subject: 'd' })).body, 'id')
    const open = async () => {
      const AttachmentItem = { attachmentType: 'file', name: 'big.bin', size: 2500 }
      const answer = await client.send('POST', `/me/messages/${draft}/attachments/createUploadSession`, {
        AttachmentItem,
      })
      expect(answer).toMatchObject({ status: 201, body: { nextExpectedRanges: ['0-'] } })
      return textAt(answer.body, 'uploadUrl')
    }
    const bytes = Buffer.alloc(2500, 7)
    const put = (url: string, from: number, to: number) =>
      ask(url, {
        method: 'PUT',
        body: bytes.subarray(from, to),
        headers: { 'content-range': `bytes ${from}-${to - 1}/2500` },
      })
    const url = await open()
    expect((await put(url, 1000, 2000)).status).toBe(416)
    expect(await put(url, 0, 1000)).toMatchObject({ status: 200, body: { NextExpectedRanges: ['1000-'] } })
    const last = await put(url, 1000, 2500)
    expect(last.status).toBe(201)
    expect(last.headers.get('location')).toContain('Attachments(')
    const kept = listAt((await client.get(`/me/messages/${draft}/attachments`)).body)[0]
    expect(Buffer.from(textAt(kept, 'contentBytes'), 'base64').equals(bytes)).toBe(true)
    const late = await open()
    await sandbox.control('POST', '/clock', { advance: 'PT2H' })
    expect((await put(late, 0, 1000)).status).toBe(404)
  })
})

test('$value of a message is its MIME, delivered or generated', async () => {
  const raw = 'From: a@x.example\r\nTo: anna@contoso.example\r\nSubject: raw\r\n\r\nhello\r\n'
  const url = `${sandbox.url}/control/outlook/${EMAIL}/messages`
  const delivered = await ask(url, { method: 'POST', body: raw, headers: { 'content-type': 'message/rfc822' } })
  expect((await client.get(`/me/messages/${textAt(delivered.body, 'id')}/$value`)).text).toBe(raw)
  expect((await client.get(`/me/messages/${original}/$value`)).text).toContain('Subject: Question')
  const bad = await ask(url, sendJson('POST', { subject: 'x', colour: 'red' }))
  expect(bad.status).toBe(400)
})
