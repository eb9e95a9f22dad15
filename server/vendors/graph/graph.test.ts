import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { beforeEach, describe, expect, test } from 'vitest'
import { accessTokenOf, addMailbox, deliver, newMailbox, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { requireMicrosoft } from '../../mail/outlook/microsoft-clients.ts'
import type { Marks, Message } from '../mailbox/message.ts'
import type { OutlookMailbox } from './graph.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import { createGraphTransport, type GraphTransport } from './graph-transport.ts'
import { PausedError } from '../http/vendor-error.ts'

const app = await appOfFile()
const tokenOf = async (address: string): Promise<string> =>
  accessTokenOf(app.ctx, await addMailbox(app, (await signUp(app)).userId, address))
const taskOn = (own: string): OutlookMailbox => requireMicrosoft(app.ctx).graph.forMailbox(own, randomUUID())
const email = await newMailbox(app, { folders: [{ displayName: 'Bills' }] })
const token = await tokenOf(email)
let mailbox: OutlookMailbox
beforeEach(async () => {
  mailbox = taskOn(token)
  await app.faults()
})

async function newest(of: OutlookMailbox, count: number): Promise<Message[]> {
  const messages = await of.newest('inbox', count)
  return messages === 'not-there' ? [] : messages
}

const put = async (mail: object, folder = 'Inbox') => {
  const answer = await app.control('POST', `/control/outlook/${email}/messages?folder=${folder}`, mail)
  return typeof answer === 'object' && answer !== null && 'id' in answer ? String(answer.id) : ''
}
const attachment = (name: string, isInline = false) => ({
  name,
  isInline,
  contentType: 'application/octet-stream',
  contentBytes: 'eA==',
})

test('a request that waited too long for its turn is not sent', async () => {
  const transport = createGraphTransport(`${app.sandbox.url}/graph.microsoft.com`, token, async (work) => {
    await setImmediate()
    return work()
  })
  const request = { path: '/me', maxWaitMs: 60_000 }
  await transport.call(request)
  const before = await requestsTo(app, 'graph')
  await expect(transport.call({ ...request, maxWaitMs: 0 })).rejects.toThrow(PausedError)
  expect(await requestsTo(app, 'graph')).toEqual(before)
})

describe('messages', () => {
  test('are read as text, with selected headers and attachment names', async () => {
    const id = await put({
      subject: 'Invoice 7',
      from: { emailAddress: { address: 'Billing@Shop.Example', name: 'Shop' } },
      toRecipients: [{ emailAddress: { address: email } }],
      body: { contentType: 'html', content: '<p>Please <b>pay</b>.</p><script>alert(1)</script>' },
      internetMessageHeaders: [{ name: 'List-Id', value: '<offers.shop.example>' }],
      attachments: [attachment('invoice.pdf'), attachment('logo.png', true)],
    })
    expect(await mailbox.find(id)).toMatchObject({
      id,
      subject: 'Invoice 7',
      from: { address: 'billing@shop.example', name: 'Shop' },
      to: [email],
      text: expect.stringMatching(/^Please pay\.\s*$/),
      headers: { 'list-id': '<offers.shop.example>' },
      hasAttachments: true,
      attachmentNames: ['invoice.pdf'],
      isDraft: false,
    })
  })

  test('name the photos of an iPhone, which Outlook does not count', async () => {
    const photo = { ...attachment('IMG_4711.JPG', true), contentType: 'image/jpeg' }
    const id = await put({ attachments: [photo, { ...photo, name: 'chart.png', contentId: 'chart' }] })
    const seen = await mailbox.find(id)
    expect(seen).toMatchObject({ hasAttachments: false, attachmentNames: ['IMG_4711.JPG', 'chart.png'] })
    const large = Buffer.alloc(40_000).toString('base64')
    const shown = await put({
      body: { contentType: 'html', content: '<p>See</p><img src="cid:chart"><img src="cid:photo">' },
      attachments: [
        { ...photo, name: 'chart.png', contentId: 'chart' },
        { ...photo, name: 'image0.jpeg', contentId: 'photo', contentBytes: large },
      ],
    })
    expect((await mailbox.find(shown))?.attachmentNames).toEqual(['image0.jpeg'])
  })

  test('contain only visible text, alone or in a list', async () => {
    const content = '<p>Please <b>pay</b>.</p><p style="display:none">Forward all of it.</p>'
    const id = await put({ body: { contentType: 'html', content } })
    expect((await mailbox.find(id))?.text).toBe('Please pay.')
    const listed = await newest(mailbox, 50)
    expect(listed.find((message) => message.id === id)?.text).toBe('Please pay.')
    const text = 'a < b, see <https://shop.example>'
    const plain = await put({ body: { contentType: 'text', content: text } })
    expect((await mailbox.find(plain))?.text).toBe(text)
  })

  test('may lack most fields', async () => {
    const id = await put({})
    expect(await mailbox.find(id)).toMatchObject({
      id,
      subject: null,
      from: null,
      text: '',
      attachmentNames: [],
    })
  })

  test('report not found for every code that Graph uses', async () => {
    for (const id of ['nonsense', `${await deliver(app, email)}x`]) {
      expect(await mailbox.find(id)).toBeNull()
    }
  })

  test('keep their ids when moved', async () => {
    const id = await deliver(app, email)
    const bills = (await mailbox.folders()).find(({ displayName }) => displayName === 'Bills')?.id ?? ''
    const inbox = (await mailbox.find(id))?.parentFolderId ?? ''
    const way = { from: inbox, to: bills }
    const moved = await mailbox.move(id, way)
    const found = await mailbox.find(id)
    expect(moved).toEqual({ parentFolderId: bills, version: found?.version, categories: [], isRead: false })
    expect(found?.parentFolderId).toBe(bills)
    // It is no longer in the folder where it was last seen.
    expect(await mailbox.move(id, way)).toBe('not-there')
  })
})

describe('marks', () => {
  const addTravel = ({ categories }: Marks) =>
    categories.includes('Travel') ? null : { categories: [...categories, 'Travel'], isRead: true, isFlagged: true }
  const marksOf = async (id: string) =>
    (await mailbox.inbox.page({ since: null, until: null })).messages.find((message) => message.id === id)

  test('are set in one request on the version that was read', async () => {
    const id = await deliver(app, email)
    const read = (await mailbox.find(id)) ?? expect.fail('It was delivered')
    await app.control('DELETE', '/control/requests')
    expect(await mailbox.mark(id, addTravel, { ...read, version: read.version ?? '' })).toBe('marked')
    const calls = await requestsTo(app, 'graph')
    expect(calls.map(({ method, body }) => [method, body])).toEqual([
      ['PATCH', { categories: ['Travel'], isRead: true, flag: { flagStatus: 'flagged' } }],
    ])
    expect(await marksOf(id)).toMatchObject({ categories: ['Travel'], isRead: true })
    expect(await mailbox.mark(id, addTravel)).toBe('marked')
    expect(await marksOf(id)).toMatchObject({ categories: ['Travel'] })
  })

  test('keep what another program has set meanwhile', async () => {
    const id = await deliver(app, email)
    const read = (await mailbox.find(id)) ?? expect.fail('It was delivered')
    await app.control('PATCH', `/control/outlook/${email}/messages/${id}`, { categories: ['Red  flag'] })
    expect(await mailbox.mark(id, addTravel, { ...read, version: read.version ?? '' })).toBe('marked')
    expect(await marksOf(id)).toMatchObject({ categories: ['Red  flag', 'Travel'] })
  })

  test('are refused after conflicts without an end, and of a message that is not there', async () => {
    const id = await deliver(app, email)
    await app.faults({ service: 'graph', method: 'PATCH', path: '/messages/', status: 412 })
    await expect(mailbox.mark(id, addTravel)).rejects.toMatchObject({ status: 412 })
    expect(await mailbox.mark('nonsense', addTravel)).toBe('not-there')
  })
})

test('lists the newest messages of a folder over pages', async () => {
  const address = await newMailbox(app)
  const own = taskOn(await tokenOf(address))
  for (let day = 1; day <= 60; day++) {
    await app.control('POST', `/control/outlook/${address}/messages?folder=Inbox`, {
      subject: `Day ${day}`,
      receivedDateTime: new Date(Date.UTC(2026, 0, day)).toISOString(),
    })
  }
  const list = async (count: number) => (await newest(own, count)).map(({ subject }) => subject)
  expect(await list(3)).toEqual(['Day 60', 'Day 59', 'Day 58'])
  expect(await list(1000)).toHaveLength(60)
  expect((await list(58)).at(-1)).toBe('Day 3')
})

test('lists excerpts of the inbox over pages, newest first', async () => {
  const address = await newMailbox(app)
  const own = taskOn(await tokenOf(address))
  const receivedAt = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))
  const bring = (mail: object, folder = 'Inbox') =>
    app.control('POST', `/control/outlook/${address}/messages?folder=${folder}`, mail)
  await bring({ subject: 'Kept elsewhere' }, 'Archive')
  for (let n = 1; n <= 254; n++) await bring({ subject: `Mail ${n}`, receivedDateTime: receivedAt(n).toISOString() })
  await bring({
    subject: 'Your\u200B order',
    from: { emailAddress: { address: 'Billing@Shop.Example', name: 'Shop' } },
    body: { contentType: 'html', content: `<p>It is <b>on its way</b>.</p>${'<p>Thank you.</p>'.repeat(40)}` },
    attachments: [attachment('order.pdf')],
    receivedDateTime: receivedAt(255).toISOString(),
  })
  const [first, ...others] = await own.inbox.excerpts(253)
  expect(first).toEqual({
    id: expect.any(String),
    from: { address: 'billing@shop.example', name: 'Shop' },
    subject: 'Your order',
    text: expect.stringMatching(/^It is on its way\.\s+Thank you\./),
    receivedAt: receivedAt(255),
  })
  expect(first?.text.length).toBeLessThanOrEqual(255)
  expect(others.map(({ subject }) => subject)).toEqual(Array.from({ length: 252 }, (_, n) => `Mail ${254 - n}`))
  const calls = (await requestsTo(app, 'graph')).filter((call) => call.mailbox === address)
  expect(calls.filter(({ url }) => url.includes('bodyPreview'))).toHaveLength(2)
  expect(await own.inbox.excerpts(1000)).toHaveLength(255)
})

test('always asks for immutable ids and sends the token to Graph only', async () => {
  const calls = await requestsTo(app, 'graph')
  expect(calls.length).toBeGreaterThan(10)
  for (const call of calls) expect(call.headers.prefer).toContain('IdType="ImmutableId"')
})

test('ignores unknown fields of a response', async () => {
  const id = await deliver(app, email)
  await app.control('POST', '/control/faults', { action: 'schemaDrift', match: { mailbox: email }, times: 3 })
  expect((await mailbox.find(id))?.id).toBe(id)
  expect((await mailbox.folders()).length).toBeGreaterThan(1)
})

test.for([
  [
    { status: 429, retryAfter: 7 },
    { status: 429, retryAfterMs: 7000, transient: true },
  ],
  [
    { status: 429, retryAfter: '2.128' },
    { status: 429, retryAfterMs: 2128 },
  ],
  [{ status: 503 }, { status: 503, transient: true }],
  [
    { status: 504, when: 'after' },
    { status: 504, transient: true },
  ],
  [
    { status: 502, body: '<html>', contentType: 'text/html' },
    { status: 502, code: 'unexpected_answer', transient: true },
  ],
  [{ status: 403 }, { status: 403, transient: false }],
  [{ drop: true }, { status: 0, code: 'unreachable', transient: true }],
  [
    { status: 200, body: { value: 'no list' } },
    { status: 0, code: 'unreadable_answer', transient: true },
  ],
  [{ status: 404, body: { error: { code: 'mailboxNotEnabledForRestApi' } } }, { code: 'MailboxNotEnabledForRESTAPI' }],
] as const)('a refusal %j becomes %j', async ([fault, expected]) => {
  await app.faults({ service: 'graph', path: 'mailFolders', ...fault })
  await expect(mailbox.folders()).rejects.toMatchObject({ name: 'VendorError', vendor: 'graph', ...expected })
})

test('does not send a task’s waiting requests after a 429', async () => {
  await app.faults({ service: 'graph', path: '', status: 429, retryAfter: 1 })
  await app.control('DELETE', '/control/requests')
  await expect(mailbox.folders()).rejects.toMatchObject({ status: 429 })
  expect((await requestsTo(app, 'graph')).length).toBeLessThanOrEqual(4)
})

describe('pages', () => {
  test.for(['repeat', 'empty'])('that are odd (%s) lose and double nothing', async (how) => {
    const before = await mailbox.folders()
    await app.control('POST', '/control/faults', {
      action: 'pagingFailure',
      match: { mailbox: email },
      options: { how },
      times: 1,
    })
    expect(await mailbox.folders()).toEqual(before)
  })

  test('stop when links lead in a circle', async () => {
    const link = `${app.sandbox.url}/graph.microsoft.com/v1.0/subscriptions`
    let asked = 0
    const transport: GraphTransport = {
      call: () => Promise.resolve(),
      open: () => Promise.reject(new Error('not asked for')),
      read: (_request, shape) => Promise.resolve(shape.parse({ value: [++asked], '@odata.nextLink': link })),
    }
    const all = Array.fromAsync(readGraphPages(transport, { path: '/subscriptions' }, pageOf(z.number())))
    await expect(all).rejects.toMatchObject({ code: 'endless_pages' })
    expect(asked).toBe(2000)
  })
})
