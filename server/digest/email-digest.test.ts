import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { emailsTo } from '../../test/kit/outbox.ts'
import { defaultDigestSchedule, type DigestSchedule } from '../../contract/functions/email-digest.ts'
import { addMailbox, callFunction, newMailbox, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { days, addMs, minutes } from '../clock.ts'
import { accountEmail } from '../shared/account-email.ts'
import type { AuthUsersRow, EmailProcessingLogsRow } from '../db/rows.ts'
import type { Tx } from '../db/database.ts'
import { saveConversations } from '../mail/people/follow-up-queries.ts'
import { saveTimeZone } from '../shared/user-time-zones.ts'
import { composeDigest } from './compose-digest.ts'
import { confirmationToken, endToken } from './digest-links.ts'
import { digestPeriod, nextDueAt } from './digest-schedule.ts'
import { findDigestSettings } from './digest-settings-queries.ts'
import { enqueueDigests } from './enqueue-digests.ts'

const app = await appOfFile()
let who: Visitor
let email: string
let mailboxId: string
beforeEach(async () => {
  who = await signUp(app)
  await updateUser({ email_auto_confirmed: false })
  mailboxId = await addMailbox(app, who.userId, await newMailbox(app))
  email = (await app.ctx.db.asAccounts((tx) => accountEmail(tx, who.userId))) ?? ''
})

const updateUser = (change: Partial<Insertable<AuthUsersRow>>) =>
  app.ctx.db.asAccounts((tx) => tx.updateTable('auth.users').set(change).where('id', '=', who.userId).execute())
const asService = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => app.ctx.db.asService(run)
const call = async (input: object) => (await callFunction(app, who, 'email-digest', input)).body
const daily = defaultDigestSchedule
const mondays: DigestSchedule = { hour: 18, days: [1] }
const save = (schedule: DigestSchedule | null) => call({ action: 'save', schedule })
const settings = () => asService((tx) => findDigestSettings(tx, who.userId))

/** Inserts a row of the history, in the period of the next digest unless `ago` says otherwise. */
async function log(row: Partial<Insertable<EmailProcessingLogsRow>>): Promise<string> {
  const at = addMs(nextDueAt(daily, app.clock.now(), 'UTC'), -days(1))
  const stored = { user_id: who.userId, mailbox_id: mailboxId, message_id: randomUUID(), processed_at: at }
  const values = { ...stored, status: 'left' as const, reason: 'low_confidence' as const, ...row }
  const inserted = (tx: Tx) =>
    tx.insertInto('email_processing_logs').values(values).returning('id').executeTakeFirstOrThrow()
  return (await asService(inserted)).id
}
/** The clock of the digests alone: advanced for all, it would end the session. */
const due = () => {
  const now = addMs(nextDueAt(daily, app.clock.now(), 'UTC'), minutes(1))
  return { ...app.ctx, clock: { now: () => now } }
}
/** Enqueues the digests that are due tomorrow morning, and sends them. */
async function digests() {
  await enqueueDigests(due())
  await app.advance('1 day')
  return emailsTo(app, email)
}
/** What would be sent at the next due time. */
const composed = () => {
  const ctx = due()
  const dueAt = nextDueAt(daily, app.clock.now(), 'UTC')
  const found = digestPeriod(daily, { dueAt, coveredUntil: null }, ctx.clock.now(), 'UTC')
  if (!found) throw new Error('No day has ended')
  const period = { from: found.from.toISOString(), until: found.until.toISOString() }
  return composeDigest(ctx, { userId: who.userId, ...period })
}

describe('the setting', () => {
  test('is off until the user chooses, and names the next digest', async () => {
    const off = { schedule: null, nextAt: null, needsConfirmation: false, stopEmails: true, isAvailable: true }
    expect(await call({ action: 'read' })).toEqual(off)
    for (const schedule of [mondays, daily]) {
      const nextAt = nextDueAt(schedule, app.clock.now(), 'UTC').toISOString()
      expect(await save(schedule)).toEqual({ ...off, schedule, nextAt })
    }
    // In any order, each once.
    expect(await save({ hour: 0, days: [7, 1, 7] })).toMatchObject({ schedule: { hour: 0, days: [1, 7] } })
    expect(await save(null)).toEqual(off)
    expect(await save(null)).toEqual(off)
    // Beside the emails about stops of mailboxes: each choice keeps the other.
    const { nextAt } = await save(daily)
    const silent = { ...off, schedule: daily, nextAt, stopEmails: false }
    expect(await call({ action: 'save', stopEmails: false })).toEqual(silent)
    expect(await save(daily)).toEqual(silent)
  })

  test('is known to all open pages after each change, also by a link, and once a digest was sent', async () => {
    await asService((tx) => saveTimeZone(tx, who.userId, { timeZone: 'UTC', isChosen: true }, { ifNotChosen: false }))
    await updateUser({ email_auto_confirmed: true })
    const heard: string[] = []
    const settingEvents = ['email-digest', 'time-zone']
    const end = app.ctx.live.subscribe(who.userId, ({ type }) => {
      if (settingEvents.includes(type)) heard.push(type)
    })
    const post = (kind: 'end' | 'confirm', token: string) =>
      fetch(`${app.url}/api/email-digest/${kind}`, { method: 'POST', body: new URLSearchParams({ token }) })
    const zone = { action: 'save', timeZone: 'Asia/Tokyo', isChosen: true }
    const changes: [change: () => Promise<unknown>, events: string[]][] = [
      [() => save(daily), ['email-digest']],
      [
        () => post('confirm', confirmationToken(app.ctx.sealer, { userId: who.userId, address: email })),
        ['email-digest'],
      ],
      [() => callFunction(app, who, 'account-time-zone', zone), ['email-digest', 'time-zone']],
      [() => enqueueDigests(due()), ['email-digest']],
      [() => save(null), ['email-digest']],
      [() => save(mondays), ['email-digest']],
      [() => post('end', endToken(app.ctx.sealer, who.userId)), ['email-digest']],
    ]
    for (const [change, events] of changes) {
      await change()
      await expect.poll(() => heard).toEqual(events)
      heard.length = 0
    }
    end()
  })

  test.each([
    [{ hour: 24, days: [1] }, 'Choose an hour from 0 to 23.'],
    [{ hour: -1, days: [1] }, 'Choose an hour from 0 to 23.'],
    [{ hour: 6, days: [] }, 'Choose at least one day.'],
  ])('refuses %j: %s', async (schedule, message) => {
    expect(await save(schedule)).toMatchObject({ error: { message: expect.stringContaining(message) } })
    expect(await settings()).toBeNull()
  })

  test('is that of the caller: another user neither reads nor changes it', async () => {
    await save(daily)
    const other = await signUp(app)
    await callFunction(app, other, 'email-digest', { action: 'save', schedule: null })
    expect((await callFunction(app, other, 'email-digest', { action: 'read' })).body.schedule).toBeNull()
    expect((await settings())?.schedule).toEqual(daily)
    const asCaller = app.ctx.db.asUser({ role: 'authenticated', sub: who.userId }, (tx) =>
      tx.selectFrom('app.digest_settings').selectAll().execute(),
    )
    await expect(asCaller).rejects.toThrow('permission denied')
  })

  test('the same choice again keeps a digest that is due', async () => {
    await save(daily)
    const dueAt = addMs(app.clock.now(), -days(1))
    await asService((tx) =>
      tx.updateTable('app.digest_settings').set({ next_due_at: dueAt }).where('user_id', '=', who.userId).execute(),
    )
    await save(daily)
    expect((await settings())?.nextDueAt).toEqual(dueAt)
  })

  test('is refused, and digests stay due, where the server cannot send email', async () => {
    await save(daily)
    const { smtp } = app.ctx.vendors
    Object.assign(app.ctx.vendors, { smtp: null })
    try {
      expect(await save(mondays)).toMatchObject({ error: { code: 'digest_not_available' } })
      const before = await settings()
      await enqueueDigests(due())
      expect(await settings()).toEqual(before)
      expect(await save(null)).toMatchObject({ schedule: null, isAvailable: false })
    } finally {
      Object.assign(app.ctx.vendors, { smtp })
    }
  })
})

describe('in a time zone', () => {
  const timeZone = 'America/New_York'
  const setZone = (input: object) => callFunction(app, who, 'account-time-zone', input)

  test('is due in the morning of the user, and reports what came since the one before', async () => {
    await setZone({ action: 'report', timeZone })
    const { nextAt } = await save(daily)
    const dueAt = nextDueAt(daily, app.clock.now(), timeZone)
    expect(nextAt).toBe(dueAt.toISOString())
    const now = addMs(dueAt, minutes(1))
    await log({ subject: 'Late dinner', processed_at: addMs(dueAt, -minutes(7 * 60)) })
    await log({ subject: 'After breakfast', processed_at: dueAt })
    await enqueueDigests({ ...app.ctx, clock: { now: () => now } })
    await app.advance('1 day')
    const [sent] = await emailsTo(app, email)
    const text = sent?.text.replaceAll('\u200c', '') ?? ''
    expect(text).toContain('Late dinner')
    expect(text).not.toContain('After breakfast')
    expect(text).toContain(`Days and times are those of ${timeZone}.`)
    expect((await settings())?.coveredUntil).toEqual(dueAt)
    await asService((tx) => tx.deleteFrom('app.digest_settings').where('user_id', '=', who.userId).execute())
  })

  test('moves to the morning of another one, unless it is due already', async () => {
    await save(daily)
    await setZone({ action: 'save', timeZone, isChosen: true })
    const dueAt = nextDueAt(daily, app.clock.now(), timeZone)
    expect((await settings())?.nextDueAt).toEqual(dueAt)
    const past = addMs(app.clock.now(), -minutes(1))
    await asService((tx) =>
      tx.updateTable('app.digest_settings').set({ next_due_at: past }).where('user_id', '=', who.userId).execute(),
    )
    await setZone({ action: 'save', timeZone: 'Asia/Tokyo', isChosen: true })
    expect((await settings())?.nextDueAt).toEqual(past)
    await save(null)
  })
})

describe('sending', () => {
  test('sends one digest per period, also where two workers run at once and again', async () => {
    await save(daily)
    await log({ subject: 'Lunch on Friday' })
    const ctx = due()
    await Promise.all([enqueueDigests(ctx), enqueueDigests(ctx)])
    await enqueueDigests(ctx)
    expect((await settings())?.nextDueAt).toEqual(nextDueAt(daily, ctx.clock.now(), 'UTC'))
    await app.advance('1 day')
    const sent = await emailsTo(app, email)
    expect(sent.map(({ subject }) => subject)).toEqual(['Mailroom: 1 to review'])
    expect(sent[0]?.text).toContain('- Lunch on Friday')
    expect(await asService((tx) => tx.selectFrom('app.outgoing_emails').selectAll().execute())).toEqual([])
  })

  test('sends nothing without news, where it was switched off meanwhile, or before it is due', async () => {
    await save(daily)
    expect(await composed()).toBeNull()
    await log({})
    expect(await composed()).not.toBeNull()
    await enqueueDigests(app.ctx)
    expect(await asService((tx) => tx.selectFrom('app.outgoing_emails').selectAll().execute())).toEqual([])
    await enqueueDigests(due())
    await asService((tx) => tx.deleteFrom('app.digest_settings').where('user_id', '=', who.userId).execute())
    await app.advance('1 day')
    expect(await emailsTo(app, email)).toEqual([])
  })

  test('sends nothing to an account that is unconfirmed, confirmed without proof, banned or deleted', async () => {
    await save(daily)
    await log({})
    const now = app.clock.now()
    const good = { email_confirmed_at: now, email_auto_confirmed: false, banned_until: null, deleted_at: null }
    for (const change of [
      { email_confirmed_at: null },
      { email_auto_confirmed: true },
      { banned_until: addMs(now, days(900)) },
      { deleted_at: now },
    ]) {
      await updateUser(good)
      expect(await composed()).toMatchObject({ to: email })
      await updateUser(change)
      expect(await composed()).toBeNull()
    }
  })
})

test('reports what was sorted, left and failed in the period, by folder, and nothing of other users', async () => {
  await save(daily)
  const folder = { user_id: who.userId, mailbox_id: mailboxId, folder_name: 'x/<b>Bills</b>', is_custom: true }
  const inserted = (tx: Tx) =>
    tx
      .insertInto('email_folders')
      .values({ ...folder, display_name: '<b>Bills</b>' })
      .returning('id')
      .executeTakeFirstOrThrow()
  const folderId = (await asService(inserted)).id
  const sorted = { status: 'processed', reason: 'sorted' } as const
  const logId = await log({ ...sorted, target_folder_id: folderId, subject: 'Sorted mail is not named' })
  await log({ ...sorted, target_folder_id: folderId })
  await log({ ...sorted, target_folder_id: null })
  await log({ status: 'processed', reason: 'assigned' })
  const earlier = { ...sorted, processed_at: addMs(app.clock.now(), -days(3)) }
  await log(earlier)
  await log({ ...earlier, target_folder_id: folderId, file_once_read: true, moved_at: app.clock.now() })
  await log({ subject: '<script>alert(1)</script> at https://evil.example/', reason: 'no_match' })
  await log({ subject: 'Answered', corrected_at: app.clock.now() })
  await log({ subject: 'Known person', reason: 'known_person' })
  await log({ subject: 'Delayed', reason: 'delayed', runner_up_folder_id: folderId })
  await log({ subject: 'Earlier', processed_at: addMs(app.clock.now(), -days(5)) })
  const run = { user_id: who.userId, mailbox_id: mailboxId, log_id: logId, action_type: 'draft_reply' } as const
  const ended_at = addMs(nextDueAt(daily, app.clock.now(), 'UTC'), -days(1))
  const failed = { ...run, config_version: 1, action_order: 1, status: 'failed', reason: 'error' } as const
  await asService((tx) =>
    tx
      .insertInto('email_action_runs')
      .values({ ...failed, created_at: ended_at, ended_at })
      .execute(),
  )
  await asService((tx) =>
    tx.updateTable('mailboxes').set({ status: 'reauth_required', name: 'Work' }).where('id', '=', mailboxId).execute(),
  )

  const [sent, ...more] = await digests()
  expect(more).toEqual([])
  expect(sent?.subject).toBe('Mailroom: 4 emails sorted, 1 filed later, 1 to review, 2 things need you')
  const text = sent?.text.replaceAll('\u200c', '') ?? ''
  for (const line of [
    '- <b>Bills</b>: 3',
    '- Other folders: 1',
    'Filed later\n- <b>Bills</b>: 1',
    '- <script>alert(1)</script> at https://evil.example/',
    '- 2 emails in all, with earlier ones',
    '- 1 automated action failed.',
    '- “Work” needs a new sign-in.',
    `Review 2 emails:\n${app.url}/review`,
  ])
    expect(text).toContain(line)
  for (const absent of ['Sorted mail', 'Delayed', 'Answered', 'Known person', 'Earlier'])
    expect(text).not.toContain(absent)
  expect(sent?.html).toContain('&lt;script&gt;alert')
  expect(sent?.html).not.toMatch(/<script|<b>|evil\.example/)
})

test('names what waits for an answer, and is sent for it where it began to wait in the period', async () => {
  await save(daily)
  await callFunction(app, who, 'mailbox-settings', { action: 'save', mailboxId, followUpDays: 3 })
  const until = addMs(nextDueAt(daily, app.clock.now(), 'UTC'), -days(1))
  const open = { state: 'sent', messageId: null, address: 'anna@family.example', name: null, subject: 'Offer' } as const
  const sent = (conversationId: string, at: Date) =>
    asService((tx) => saveConversations(tx, mailboxId, [{ conversationId, at, open }]))
  await sent('old', addMs(until, -days(5)))
  expect(await composed()).toBeNull()
  await sent('new', addMs(until, -days(3)))
  const sections = (await composed())?.sections ?? []
  expect(sections).toMatchObject([{ heading: 'You have no answer yet', lines: [{ text: 'Offer' }, { text: 'Offer' }] }])
})

describe('the link that ends it', () => {
  const endUrl = (token = endToken(app.ctx.sealer, who.userId)): string =>
    `${app.url}/api/email-digest/end?${new URLSearchParams({ token })}`

  test('is in each digest, asks on GET, and ends the digest on POST without a session (RFC 8058)', async () => {
    await save(mondays)
    await log({})
    const content = await composed()
    expect(content?.footnoteLink?.url).toBe(content?.unsubscribeUrl)
    const url = content?.unsubscribeUrl ?? ''
    const asked = await fetch(url)
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('End the digest?')])
    expect(await settings()).not.toBeNull()
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const ended = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('The digest is off')])
    expect(await settings()).toBeNull()
    // Clients may repeat the request.
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
  })

  test('takes the token of the form too, and refuses any other token', async () => {
    await save(daily)
    const post = (token: string) =>
      fetch(`${app.url}/api/email-digest/end`, { method: 'POST', body: new URLSearchParams({ token }) })
    const confirming = confirmationToken(app.ctx.sealer, { userId: who.userId, address: email })
    for (const token of ['', 'x', who.userId, confirming]) expect((await post(token)).status).toBe(410)
    expect(await settings()).not.toBeNull()
    expect((await fetch(endUrl('x'))).status).toBe(410)
    expect((await post(endToken(app.ctx.sealer, who.userId))).status).toBe(200)
    expect(await settings()).toBeNull()
  })
})

describe('an address that the account has not proven', () => {
  beforeEach(() => updateUser({ email_auto_confirmed: true }))
  const linkIn = (text: string): string => /^http\S+\/api\/email-digest\/confirm\?\S+$/m.exec(text)?.[0] ?? ''
  const press = (link: string) =>
    fetch(new URL('/api/email-digest/confirm', link), {
      method: 'POST',
      body: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '' }),
    })

  test('gets digests once its reader has confirmed it by an emailed link', async () => {
    expect(await save(daily)).toMatchObject({ schedule: daily, needsConfirmation: true })
    await log({})
    const [asking] = await emailsTo(app, email)
    expect(asking?.subject).toBe('Confirm your Mailroom digest')
    const link = linkIn(asking?.text ?? '')
    expect(await (await fetch(link)).text()).toContain('Send me the digest')
    expect(await call({ action: 'read' })).toMatchObject({ needsConfirmation: true })
    expect((await press(link)).status).toBe(200)
    expect(await call({ action: 'read' })).toMatchObject({ needsConfirmation: false })
    expect(await composed()).toMatchObject({ to: email })
    // Another address has to be confirmed again.
    await updateUser({ email: `new-${email}` })
    expect(await composed()).toBeNull()
    await save(null)
    expect((await press(link)).status).toBe(410)
    expect((await fetch(link)).status).toBe(410)
  })

  test('gets the link again on request, five times a day at most', async () => {
    await save(daily)
    const statusOf = async () => (await callFunction(app, who, 'email-digest', { action: 'confirm' })).status
    for (let requests = 0; requests < 4; requests++) expect(await statusOf()).toBe(200)
    expect(await statusOf()).toBe(429)
    await save(null)
    expect(await save(mondays)).toMatchObject({ schedule: mondays, needsConfirmation: true })
    expect(await emailsTo(app, email)).toHaveLength(5)
  })
})
