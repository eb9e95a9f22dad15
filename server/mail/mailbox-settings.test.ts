import { beforeEach, describe, expect, test } from 'vitest'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { callFunction, deliver } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { createLanguageModel } from '../vendors/language-model/language-model.ts'
import { describePermissions } from './outlook/permission-descriptions.ts'

const app = await appOfFile()
let box: Awaited<ReturnType<typeof liveMailbox>>
beforeEach(async () => {
  box = await liveMailbox(app)
})

const call = (input: object) => callFunction(app, box.who, 'mailbox-settings', { mailboxId: box.mailboxId, ...input })
const settings = async () => (await call({ action: 'read' })).body['settings']

test('returns the settings and a description of the granted permissions', async () => {
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
      {
        scope: 'Mail.ReadWrite',
        words: 'Read your emails, move them between folders, create folders and write drafts',
      },
      { scope: 'User.Read', words: 'See your name and address at Microsoft' },
    ]),
  })
  await box.subscribe()
  expect(await settings()).toMatchObject({ realTime: true })
})

test('lists each permission once, mail permissions first, unknown ones unchanged, and none in another', () => {
  expect(
    describePermissions(' openid email Mail.Read Mail.ReadWrite mail.readwrite  Files.Read ').map(
      ({ scope, words }) => [scope, words],
    ),
  ).toEqual([
    ['Files.Read', 'Files.Read'],
    ['mail.readwrite', 'Read your emails, move them between folders, create folders and write drafts'],
    ['openid', 'Know which Microsoft account this is'],
    ['email', 'See your email address'],
  ])
  expect(describePermissions('')).toEqual([])
})

test('saves the given settings and keeps the others', async () => {
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

test('refuses invalid settings and changes nothing', async () => {
  const before = await settings()
  for (const wrong of [
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
  ]) {
    const { status, body } = await call({ action: 'save', threshold: 0.5, ...wrong })
    expect({ wrong, status, body }).toMatchObject({ wrong, status: 400, body: { error: { code: 'invalid_input' } } })
  }
  expect(await settings()).toEqual(before)
})

test('offers the language model setting only where one is configured, on by default', async () => {
  const model = createLanguageModel({ baseUrl: `${app.sandbox.url}/api.openai.com/v1`, apiKey: null, model: 'any' })
  Object.assign(app.ctx.vendors, { model })
  expect(await settings()).toMatchObject({ askModel: true })
  expect((await call({ action: 'save', askModel: false })).body['settings']).toMatchObject({ askModel: false })
  Object.assign(app.ctx.vendors, { model: null })
  expect(await settings()).toMatchObject({ askModel: null })
})

describe('catch-up now', () => {
  test('finds messages without a change notification', async () => {
    await box.subscribe()
    await app.runDueJobs()
    await app.faults({ service: 'graph-notify', path: '', drop: true })
    const message = await deliver(app, box.email, 'Unannounced')
    expect(await box.recordedMessageIds()).toEqual([])
    expect(await call({ action: 'catch-up' })).toMatchObject({ status: 200, body: { success: true } })
    expect(await call({ action: 'catch-up' })).toMatchObject({ status: 200 })
    await app.runDueJobs()
    expect(await box.recordedMessageIds()).toEqual([message])
    await app.faults()
  })

  test('reports why it cannot: real-time sorting is off, or a sign-in is required', async () => {
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
