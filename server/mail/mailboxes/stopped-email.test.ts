import { afterEach, expect, test } from 'vitest'
import { connectedMailbox, type ConnectedMailbox } from '../../../test/kit/mailbox.ts'
import { connectMailbox } from '../../../scripts/lib/product-client.ts'
import { emailsTo } from '../../../test/kit/outbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { reconcileEmails } from '../../emails/send-email.ts'
import { changeMailboxStatus } from './mailbox-status.ts'
import { findMailbox } from './mailbox-queries.ts'
import { withMailbox } from '../providers/with-mailbox.ts'

const app = await appOfFile()
afterEach(() => app.faults())

const sorted = async (): Promise<ConnectedMailbox> => {
  const mailbox = await connectedMailbox(app)
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
  return mailbox
}
const use = ({ mailboxId }: ConnectedMailbox) => withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inboxId())
const fail = (fault: object) => app.faults({ service: 'graph', path: '', ...fault })
const stop = (mailbox: ConnectedMailbox, status: 'reauth_required' | 'unavailable' | 'active' = 'reauth_required') =>
  app.ctx.db.asService((tx) => changeMailboxStatus(tx, app.ctx, mailbox.mailboxId, status))
const signIn = async (mailbox: ConnectedMailbox) =>
  connectMailbox(mailbox.product, await mailbox.signInAgain(), mailbox.email)
/** The emails that the user received about a stop, or its end, after this time. */
async function sentAfter(duration: string, { user }: ConnectedMailbox, about = /no longer sorts/) {
  await app.advance(duration)
  await reconcileEmails(app.ctx)
  const all = await emailsTo(app, user.email)
  return all.filter(({ subject }) => about.test(subject))
}
const resumedAfter = (duration: string, mailbox: ConnectedMailbox) =>
  sentAfter(duration, mailbox, /^Mailroom sorts .* again$/)

test('a refused sign-in is emailed once, after an hour, with a link to sign in again', async () => {
  const mailbox = await sorted()
  await fail({ status: 401 })
  await expect(use(mailbox)).rejects.toMatchObject({ kind: 'auth' })
  await expect(use(mailbox)).rejects.toMatchObject({ kind: 'auth' })
  expect(await sentAfter('59 min', mailbox)).toEqual([])
  const [email, ...others] = await sentAfter('1 min', mailbox)
  expect(others).toEqual([])
  expect(email?.subject).toContain(mailbox.email)
  expect(email?.text).toContain('Reconnect the mailbox')
  expect(email?.text).toContain(`${app.url}/dashboard?tab=mailbox`)
  await expect(use(mailbox)).rejects.toMatchObject({ kind: 'auth' })
  expect(await sentAfter('3 days', mailbox)).toHaveLength(1)
})

test('a mailbox that Outlook has disabled is emailed, and not after it is back', async () => {
  const [back, gone] = [await sorted(), await sorted()]
  const disabled = { status: 404, body: { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'x' } } }
  await fail(disabled)
  await expect(use(back)).rejects.toMatchObject({ kind: 'unavailable' })
  await app.faults()
  await app.advance('16 min')
  await use(back)
  await fail(disabled)
  await expect(use(gone)).rejects.toMatchObject({ kind: 'unavailable' })
  const [email] = await sentAfter('1 h', gone)
  expect(email?.text).toContain('Mailroom tries again and again')
  expect(email?.text).not.toContain('Reconnect the mailbox')
  expect(await sentAfter('1 min', back)).toEqual([])
})

test('none where the user has signed in again, switched sorting off or disconnected the mailbox in time', async () => {
  const [again, off, away] = [await sorted(), await sorted(), await sorted()]
  for (const mailbox of [again, off, away]) await stop(mailbox)
  await signIn(again)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', off.mailboxId).execute(),
  )
  await away.call('mail-authentication', { action: 'disconnect', mailboxId: away.mailboxId })
  await app.advance('1 h')
  for (const mailbox of [again, off, away]) expect(await sentAfter('1 min', mailbox)).toEqual([])
})

test('a stop that ends and begins again has one email, and a later one another', async () => {
  const mailbox = await sorted()
  await stop(mailbox)
  await app.advance('20 min')
  await stop(mailbox, 'active')
  await app.advance('20 min')
  await stop(mailbox)
  expect(await sentAfter('30 min', mailbox)).toEqual([])
  expect(await sentAfter('30 min', mailbox)).toHaveLength(1)
  await signIn(mailbox)
  await stop(mailbox)
  expect(await sentAfter('1 h', mailbox)).toHaveLength(2)
})

test('the hour runs from the first of several reasons in a row, and the email names the last one', async () => {
  const mailbox = await sorted()
  for (const status of ['unavailable', 'reauth_required', 'unavailable', 'reauth_required'] as const) {
    expect(await sentAfter('19 min', mailbox)).toEqual([])
    await stop(mailbox, status)
  }
  const [email, ...others] = await sentAfter('3 min', mailbox)
  expect(others).toEqual([])
  expect(email?.text).toContain('Reconnect the mailbox')
  await stop(mailbox, 'unavailable')
  expect(await sentAfter('2 h', mailbox)).toHaveLength(1)
})

test('the end of a stop is emailed once, where the stop was, by whatever it ends', async () => {
  const [signedIn, back, brief] = [await sorted(), await sorted(), await sorted()]
  for (const mailbox of [signedIn, back, brief]) await stop(mailbox)
  await app.advance('59 min')
  await stop(brief, 'active')
  for (const mailbox of [signedIn, back]) expect(await sentAfter('1 min', mailbox)).toHaveLength(1)
  await signIn(signedIn)
  await stop(back, 'active')
  expect(await resumedAfter('4 min', back)).toEqual([])
  expect(await sentAfter('1 min', brief)).toEqual([])
  expect(await resumedAfter('1 min', brief)).toEqual([])
  for (const mailbox of [signedIn, back]) expect(await resumedAfter('1 min', mailbox)).toHaveLength(1)
  const [email] = await resumedAfter('1 min', back)
  expect(email?.text).toContain(`${app.url}/account#digest`)
  await stop(back)
  await stop(back, 'active')
  expect(await resumedAfter('1 h', back)).toHaveLength(1)
})

test('the end of a stop is not emailed where the mailbox stops again at once', async () => {
  const mailbox = await sorted()
  await stop(mailbox)
  expect(await sentAfter('1 h', mailbox)).toHaveLength(1)
  await stop(mailbox, 'active')
  await stop(mailbox)
  expect(await resumedAfter('10 min', mailbox)).toEqual([])
  expect(await sentAfter('1 h', mailbox)).toHaveLength(2)
})

test('neither is emailed to a user who has switched that off', async () => {
  const mailbox = await sorted()
  await mailbox.call('email-digest', { action: 'save', stopEmails: false })
  await stop(mailbox)
  expect(await sentAfter('1 h', mailbox)).toEqual([])
  await stop(mailbox, 'active')
  expect(await resumedAfter('10 min', mailbox)).toEqual([])
})

test('an app that one organization no longer admits is emailed', async () => {
  const [mailbox] = [await sorted(), await sorted()]
  const { mailboxId } = mailbox
  const expire = () =>
    app.ctx.db.asService((tx) => {
      const tokens = tx.updateTable('app.mailbox_tokens').set({ expires_at: app.clock.now() })
      return tokens.where('mailbox_id', '=', mailboxId).execute()
    })
  const body = { error: 'unauthorized_client', error_codes: [700016] }
  await app.faults({ service: 'entra', path: 'token', status: 400, body })
  await expire()
  await expect(use(mailbox)).rejects.toMatchObject({ kind: 'unavailable' })
  const [email] = await sentAfter('1 h', mailbox)
  expect(email?.text).toContain('organization may no longer admit this app')
  await app.faults()
  await app.advance('1 h')
  await expire()
  await use(mailbox)
  expect((await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId)))?.status).toBe('active')
})
