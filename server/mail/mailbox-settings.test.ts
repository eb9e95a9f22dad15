import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { callFunction, deliver, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { createModel } from '../vendors/model.ts'
import { permissionsOf } from './permission-words.ts'

let app: App
let box: Awaited<ReturnType<typeof liveMailbox>>
let stranger: Visitor
beforeAll(async () => {
  app = await startApp()
  stranger = await signUp(app)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  box = await liveMailbox(app)
})

const call = (input: object, who = box.who) =>
  callFunction(app, who, 'mailbox-settings', { mailboxId: box.mailboxId, ...input })
const settings = async () => (await call({ action: 'read' })).body['settings']

test('says what is set, and what Microsoft has granted, in words', async () => {
  expect(await settings()).toMatchObject({
    mailboxId: box.mailboxId,
    name: 'Primary Mailbox',
    email_address: box.email,
    threshold: 0.6,
    whenUnsure: 'leave',
    keepKnownPeople: true,
    actOnFiled: false,
    askModel: null,
    previewUntil: null,
    realTime: false,
    permissions: expect.arrayContaining([
      { scope: 'Mail.Read', words: 'Read your mail' },
      { scope: 'User.Read', words: 'See your name and address at Microsoft' },
    ]),
  })
  await box.subscribe()
  expect(await settings()).toMatchObject({ realTime: true })
})

test('what is granted comes once each, what concerns mail first, unknown ones as they are', () => {
  expect(
    permissionsOf(' openid Mail.ReadWrite mail.readwrite  Files.Read ').map(({ scope, words }) => [scope, words]),
  ).toEqual([
    ['Files.Read', 'Files.Read'],
    ['mail.readwrite', 'Read your mail, move it between folders, create folders and write drafts'],
    ['openid', 'Know which Microsoft account this is'],
  ])
  expect(permissionsOf('')).toEqual([])
})

test('what is saved is there, and what is left out stays', async () => {
  const name = '  My Ünïcode 📮 box '
  const saved = {
    name: name.trim(),
    threshold: 0.95,
    whenUnsure: 'categorize',
    keepKnownPeople: false,
    actOnFiled: true,
  }
  expect(await call({ action: 'save', ...saved, name })).toMatchObject({ status: 200, body: { settings: saved } })
  expect(await call({ action: 'save', threshold: 0.3 })).toMatchObject({ status: 200 })
  expect(await settings()).toMatchObject({ ...saved, threshold: 0.3 })
  const previewed = (await call({ action: 'save', previewOnly: true })).body['settings']
  expect(previewed).toMatchObject({ previewUntil: expect.any(String) })
  expect(await call({ action: 'save', previewOnly: false })).toMatchObject({
    body: { settings: { previewUntil: null } },
  })
  expect(await call({ action: 'save', name: 'x'.repeat(255) })).toMatchObject({ status: 200 })
  expect(await call({ action: 'save' })).toMatchObject({ status: 200, body: { settings: { name: 'x'.repeat(255) } } })
})

test.each([
  { name: '' },
  { name: '   ' },
  { name: '\u200b\u202e' },
  { name: 'a\nb' },
  { name: 'x'.repeat(256) },
  { threshold: 0.29 },
  { threshold: 0.96 },
  { threshold: '0.5' },
  { whenUnsure: 'delete' },
  { realTime: true },
  { status: 'active' },
])('%j is refused, and nothing is changed', async (wrong) => {
  const before = await settings()
  expect(await call({ action: 'save', threshold: 0.5, ...wrong })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input' } },
  })
  expect(await settings()).toEqual(before)
})

test('whether a language model may be told its mail is asked where there is one, and is a yes until it is a no', async () => {
  const model = createModel({ baseUrl: `${app.sandbox.url}/api.openai.com/v1`, apiKey: null, model: 'any' })
  Object.assign(app.ctx.vendors, { model })
  expect(await settings()).toMatchObject({ askModel: true })
  expect((await call({ action: 'save', askModel: false })).body['settings']).toMatchObject({ askModel: false })
  Object.assign(app.ctx.vendors, { model: null })
  expect(await settings()).toMatchObject({ askModel: null })
})

test("another's mailbox is not there for any of it", async () => {
  await box.subscribe()
  const before = await settings()
  for (const input of [
    { action: 'read' },
    { action: 'save', name: 'Stolen' },
    { action: 'save' },
    { action: 'catch-up' },
  ]) {
    expect(await call(input, stranger)).toMatchObject({ status: 404, body: { error: { code: 'mailbox_not_found' } } })
  }
  expect(await settings()).toEqual(before)
})

describe('catch-up now', () => {
  test('finds what no notification told', async () => {
    await box.subscribe()
    await app.drain()
    await app.control('PUT', '/control/faults', [{ service: 'graph-notify', path: '', drop: true }])
    const message = await deliver(app, box.email, 'Nobody told')
    expect(await box.recorded()).toEqual([])
    expect(await call({ action: 'catch-up' })).toMatchObject({ status: 200, body: { success: true } })
    expect(await call({ action: 'catch-up' })).toMatchObject({ status: 200 })
    await app.drain()
    expect(await box.recorded()).toEqual([message])
    await app.control('PUT', '/control/faults', [])
  })

  test('says why it cannot: real-time is off, or the sign-in is over', async () => {
    expect(await call({ action: 'catch-up' })).toMatchObject({
      status: 409,
      body: { error: { code: 'real_time_off' } },
    })
    await app.ctx.db.asService((tx) =>
      tx.updateTable('mailboxes').set({ status: 'reauth_required' }).where('id', '=', box.mailboxId).execute(),
    )
    expect(await call({ action: 'catch-up' })).toMatchObject({
      status: 409,
      body: { error: { code: 'mailbox_reauth_required' } },
    })
  })
})
