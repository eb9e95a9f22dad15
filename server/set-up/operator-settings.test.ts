import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { callFunction, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { startApp } from '../../test/kit/start-app.ts'
import { selectRows } from '../../test/kit/run-sql.ts'
import { startSubmission } from '../../test/kit/submission-server.ts'
import { createSealer } from '../sealed.ts'
import { rewrapSecrets } from '../db/rewrap-secrets.ts'
import { findOperatorSettings, saveOperatorSettings } from '../shared/operator-settings.ts'
import { makeOperator } from '../shared/operators.ts'

const submission = await ofFile(startSubmission())
const smtp = (password: string) => `smtps://me:${password}@127.0.0.1:${submission.port}`
const own = { SANDBOX_URL: '', SANDBOX: 'false', SIGN_UP: 'open' }
const app = await ofFile(startApp({ env: { ...own, SMTP_URL: smtp('hidden') } }))
const operator = await signUp(app)
await app.ctx.db.asAccounts((tx) => makeOperator(tx, operator.userId))

const call = (who: Visitor, input: object) => callFunction(app, who, 'operator-settings', input)
const save = async (part: string, values: object) => (await call(operator, { action: 'save', part, values })).body
const saved = { problems: [], findings: [] }
const stateOf = async (name: string) => {
  const { settings } = (await call(operator, { action: 'read' })).body
  return Array.isArray(settings) ? settings.find((setting) => setting.name === name) : null
}

test('stores what an operator enters, sealed, and tells no secret again', async () => {
  const who = await signUp(app)
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, who.userId))
  const values = { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'small', AI_API_KEY: 'very-secret' }
  const answer = await call(who, { action: 'save', part: 'model', values })
  expect(answer.body).toEqual(saved)
  const state = JSON.stringify((await call(operator, { action: 'read' })).body)
  expect(state).toContain('{"name":"AI_API_KEY","source":"page","value":null}')
  expect(state).toContain('"isInEffect":false')
  expect(state).not.toContain('very-secret')
  const rows = JSON.stringify(await selectRows(app.database.owner, 'table app.operator_settings'))
  expect(rows).not.toContain('very-secret')
  const log = await selectRows(
    app.database.owner,
    `select action, detail from auth.audit_log_entries
    where user_id = '${who.userId}' and action = 'settings_changed'`,
  )
  expect(log).toEqual([{ action: 'settings_changed', detail: 'AI_BASE_URL, AI_MODEL, AI_API_KEY' }])

  const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
  await rewrapSecrets(app.ctx.db, createSealer([newKey, oldKey]))
  const read = () => app.ctx.db.asService((tx) => findOperatorSettings(tx, createSealer([newKey])))
  expect((await read()).values).toEqual(values)
  await rewrapSecrets(app.ctx.db, createSealer([oldKey, newKey]))
  // A key stays with the server that it was entered for.
  await call(who, { action: 'save', part: 'model', values: { AI_BASE_URL: 'http://127.0.0.1:10/v1' } })
  expect(await stateOf('AI_API_KEY')).toEqual({ name: 'AI_API_KEY', source: null, value: null })
})

test.each([
  ['email', { SMTP_URL: smtp('other') }, 'SMTP_URL', 'is set in the environment; change it there'],
  ['accounts', { SIGN_UP: 'closed' }, 'SIGN_UP', 'is set in the environment; change it there'],
  ['accounts', { BACKUP_DIR: '/' }, 'BACKUP_DIR', 'belongs to another part'],
  ['email', { MAIL_FROM: 'no address' }, 'MAIL_FROM', expect.stringContaining('must be an email address')],
  ['outlook', { MICROSOFT_SECRET_EXPIRES: 'soon' }, 'MICROSOFT_SECRET_EXPIRES', 'must be a day like 2027-05-01'],
  ['backup', { BACKUP_DIR: '~/backups' }, 'BACKUP_DIR', 'must be a whole path, such as /srv/backups'],
  ['backup', { BACKUP_DIR: '/backups' }, 'BACKUP_PASSPHRASE', 'must be set together with BACKUP_DIR'],
  ['google', { GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET', 'must be set together with GOOGLE_CLIENT_ID'],
])('refuses what is not valid (%s %j), and stores nothing', async (part, values, name, message) => {
  const before = await selectRows(app.database.owner, 'table app.operator_settings')
  expect(await save(part, values)).toMatchObject({ problems: expect.arrayContaining([{ name, message }]) })
  expect(await selectRows(app.database.owner, 'table app.operator_settings')).toEqual(before)
})

test('what no key opens any more, and what is not valid, is entered again part by part', async () => {
  await using at = await startApp({ env: own })
  const call = await callFunctionAsOperator(at)
  const seal = (keys: Buffer[], values: object) =>
    at.ctx.db.asService((tx) => saveOperatorSettings(tx, { clock: at.clock, sealer: createSealer(keys) }, null, values))
  await seal([Buffer.alloc(32, 5)], { SMTP_URL: smtp('lost'), SUPPORT_EMAIL: 'a@b.example', BACKUP_DAYS: '7' })
  const enter = async (part: string, values: object) => (await call({ action: 'save', part, values })).body
  expect(await enter('email', { SMTP_URL: smtp('again') })).toEqual(saved)
  expect(await enter('backup', { BACKUP_PASSPHRASE: 'a passphrase of mine' })).toMatchObject({
    problems: [{ name: 'BACKUP_DAYS' }],
  })
  expect(await enter('accounts', { SUPPORT_EMAIL: 'c@d.example' })).toEqual(saved)
  expect((await call({ action: 'read' })).body).toMatchObject({ problems: [{ name: 'BACKUP_DAYS' }] })
  expect(await enter('backup', { BACKUP_DAYS: '' })).toEqual(saved)
  expect((await call({ action: 'read' })).body).toMatchObject({ problems: [] })
})

test('where the server could not start with what is stored, the page says so, and does not wait', async () => {
  const { values, unreadable } = app.ctx.stored
  Object.assign(app.ctx, { stored: { values: { ...values, SIGN_UP: 'closed' }, unreadable, hasFailed: true } })
  expect((await call(operator, { action: 'read' })).body).toMatchObject({
    isInEffect: true,
    problems: [{ name: null, message: expect.stringMatching(/^The server could not start with it/) }],
  })
  Object.assign(app.ctx, { stored: { values, unreadable } })
})

const others = ['DATABASE_URL', 'JWT_SECRET', 'HOST', 'SANDBOX', 'NODE_ENV', 'PUBLIC_URL']
test.each(others)('stores no %s', async (name) => {
  const answer = await call(operator, { action: 'save', part: 'accounts', values: { [name]: 'x' } })
  expect(answer.body).toMatchObject({ error: { code: 'invalid_input' } })
})

test('an address that Microsoft does not register is refused before anything is entered there', async () => {
  await using lan = await startApp({ env: { ...own, PUBLIC_URL: 'http://192.168.1.5:3000' } })
  const who = await callFunctionAsOperator({ ...lan, url: `http://127.0.0.1:${lan.ctx.config.port}` })
  const values = { MICROSOFT_CLIENT_ID: '11111111-2222-4333-8444-555555555555' }
  expect((await who({ action: 'save', part: 'outlook', values })).body).toMatchObject({
    problems: [{ name: 'MICROSOFT_CLIENT_ID', message: expect.stringContaining('http://localhost') }],
  })
})

async function callFunctionAsOperator(at: typeof app) {
  const who = await signUp(at)
  await at.ctx.db.asAccounts((tx) => makeOperator(tx, who.userId))
  return (input: object) => callFunction(at, who, 'operator-settings', input)
}

test('checks by real calls, sends a test email, and shows no password of the mail server', async () => {
  expect(await stateOf('SMTP_URL')).toEqual({
    name: 'SMTP_URL',
    source: 'environment',
    value: `smtps://me@127.0.0.1:${submission.port}`,
  })
  const check = { action: 'check', part: 'email', values: { MAIL_FROM: 'Post <post@example.com>' } }
  expect((await call(operator, check)).body).toEqual({
    problems: [],
    findings: [{ level: 'ok', text: expect.stringContaining('post@example.com'), remedy: null }],
  })
  expect((await call(operator, { action: 'send-test-email' })).body).toEqual({ sentTo: expect.stringContaining('@') })
  expect(submission.received.join()).toContain('This is the test that you asked for')
})

test('nothing is stored for the sandbox', async () => {
  await using demo = await startApp()
  const who = await callFunctionAsOperator(demo)
  expect((await who({ action: 'read' })).body).toMatchObject({ usesSandbox: true })
  const answer = await who({ action: 'save', part: 'accounts', values: { SUPPORT_EMAIL: 'a@b.example' } })
  expect(answer.body).toMatchObject({ error: { code: 'sandbox_runs' } })
})

test('only an operator reaches them, changes need a recent sign-in, and a withdrawn right counts at once', async () => {
  const user = await signUp(app)
  const notFound = expect.objectContaining({ status: 404 })
  const change = { action: 'save', part: 'accounts', values: { SUPPORT_EMAIL: 'a@b.example' } }
  for (const input of [{ action: 'read' }, change, { action: 'find-models', where: 'machine' }])
    expect(await call(user, input)).toEqual(notFound)
  const late = await signUp(app)
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, late.userId))
  await app.advance('6 min')
  expect((await call(late, { action: 'read' })).status).toBe(200)
  for (const input of [change, { ...change, action: 'check' }, { action: 'send-test-email' }])
    expect((await call(late, input)).body).toMatchObject({ error: { code: 'reauthentication_needed' } })
  await app.ctx.db.asAccounts((tx) =>
    tx.updateTable('auth.users').set({ raw_app_meta_data: '{}' }).where('id', '=', late.userId).execute(),
  )
  expect(await call(late, { action: 'read' })).toEqual(notFound)
})
