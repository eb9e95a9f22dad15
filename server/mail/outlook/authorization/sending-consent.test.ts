import { beforeEach, expect, test } from 'vitest'
import {
  answerConsent,
  callFunction,
  connectMailbox,
  followBack,
  newMailbox,
  signUp,
  type Visitor,
} from '../../../../test/kit/outlook.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { listMailboxes } from '../../mailboxes/mailbox-queries.ts'
import { findTokens } from '../token-queries.ts'

const app = await appOfFile()
let who: Visitor
let email: string
let mailboxId: string
beforeEach(async () => {
  await app.faults()
  who = await signUp(app)
  email = await newMailbox(app)
  mailboxId = await connectMailbox(app, who, email)
})

const authorize = (input: object, by = who) =>
  callFunction(app, by, 'mail-authentication', { action: 'authorize', ...input })
const outcome = async (url: unknown, account: string, decision?: 'deny') =>
  Object.fromEntries(await followBack(await answerConsent(String(url), account, decision)))
const allow = async (account = email, decision?: 'deny') =>
  outcome((await authorize({ mailboxId, sending: true })).body.url, account, decision)
const stored = async () => {
  const tokens = await app.ctx.db.asService((tx) => findTokens(tx, mailboxId))
  return { scopes: tokens?.scopes.split(' ').toSorted(), refresh: tokens?.refresh_token_sealed, status: tokens?.status }
}
const connects = { mailbox_connected: 'true' }
const refused = (error: string) => ({ error, error_details: expect.any(String) })

test("requests Mail.Send in addition to the granted scopes, for the mailbox's account", async () => {
  const before = await stored()
  expect(before.scopes).not.toContain('Mail.Send')
  const { body } = await authorize({ mailboxId, sending: true })
  const query = Object.fromEntries(new URL(String(body.url)).searchParams)
  expect(query).toMatchObject({
    scope: 'openid profile email offline_access User.Read Mail.ReadWrite Mail.Read Mail.Send',
    login_hint: email,
  })
  expect(query).not.toHaveProperty('prompt')
  expect(await outcome(body.url, email)).toMatchObject({ ...connects, mailbox_id: mailboxId })
  const after = await stored()
  expect(after.scopes).toEqual([...(before.scopes ?? []), 'Mail.Send'].toSorted())
  expect(await app.ctx.db.asService((tx) => listMailboxes(tx, who.userId))).toHaveLength(1)
})

test('refuses another account, and neither changes nor connects anything', async () => {
  const before = await stored()
  expect(await allow(await newMailbox(app))).toMatchObject(refused('mailbox_other_account'))
  const second = await newMailbox(app)
  await connectMailbox(app, who, second)
  expect(await allow(second)).toMatchObject(refused('mailbox_other_account'))
  expect(await stored()).toEqual(before)
  expect(await app.ctx.db.asService((tx) => listMailboxes(tx, who.userId))).toHaveLength(2)
})

test('leaves the mailbox unchanged where the user declines', async () => {
  const before = await stored()
  expect(await allow(email, 'deny')).toMatchObject(refused('consent_denied'))
  const grantableScopes = ['User.Read', 'Mail.ReadWrite', 'Mail.Read']
  await app.control('PATCH', `/control/outlook/${email}`, { grantableScopes })
  expect(await allow()).toMatchObject(refused('consent_incomplete'))
  expect(await stored()).toEqual(before)
})

test('does not connect a mailbox again that was disconnected meanwhile', async () => {
  const { body } = await authorize({ mailboxId, sending: true })
  await callFunction(app, who, 'mail-authentication', { action: 'disconnect', mailboxId })
  expect(await outcome(body.url, email)).toMatchObject(refused('sign_in_expired'))
  expect(await app.ctx.db.asService((tx) => listMailboxes(tx, who.userId))).toEqual([])
})

test('signing in again and refreshing both retain Mail.Send', async () => {
  await allow()
  expect(await connectMailbox(app, who, email)).toBe(mailboxId)
  expect((await stored()).scopes).toContain('Mail.Send')
  await callFunction(app, who, 'mail-authentication', { action: 'refresh', mailboxId })
  expect((await stored()).scopes).toContain('Mail.Send')
})

test('signing in again works without Mail.Send where it was revoked meanwhile', async () => {
  await allow()
  const refusal = { status: 400, body: { error: 'invalid_grant', error_codes: [65001] } }
  await app.faults({ service: 'entra', path: 'token', skip: 1, times: 1, ...refusal })
  expect(await connectMailbox(app, who, email)).toBe(mailboxId)
  const { scopes, status } = await stored()
  expect([scopes?.includes('Mail.Send'), scopes?.includes('Mail.ReadWrite'), status]).toEqual([false, true, 'active'])
})

test('signing in again fails where no one knows whether Mail.Send was revoked, and leaves it granted', async () => {
  await allow()
  await app.faults({ service: 'entra', path: 'token', skip: 1, times: 1, status: 401 })
  expect(await outcome((await authorize({ mailboxId })).body.url, email)).toMatchObject(refused('outlook_refused'))
  expect((await stored()).scopes).toContain('Mail.Send')
})

test('signing in again does not request Mail.Send where it was never granted', async () => {
  await connectMailbox(app, who, email)
  expect((await stored()).scopes).not.toContain('Mail.Send')
})
