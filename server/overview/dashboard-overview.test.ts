import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { lastDays, localDay } from '../../contract/local-days.ts'
import { addMailbox, callFunction, newMailbox, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { days, addMs } from '../clock.ts'
import { recordModelUsage } from '../shared/language-model-usage.ts'
import type { EmailProcessingLogsRow } from '../db/rows.ts'
import { overviewQuery } from './queries.ts'

const app = await appOfFile()

async function createUser() {
  const who = await signUp(app)
  const mailboxId = await addMailbox(app, who.userId, await newMailbox(app))
  return { ...who, mailboxId }
}
type TestUser = Awaited<ReturnType<typeof createUser>>

const overview = async (who: Visitor, timeZone = 'UTC') => {
  const { status, body } = await callFunction(app, who, 'dashboard-overview', { action: 'summary', timeZone })
  expect({ status, body }).toMatchObject({ status: 200 })
  return DashboardOverviewOutput.parse(body)
}
const folder = ({ userId, mailboxId }: TestUser, name: string): Promise<string> =>
  app.ctx.db.asService(async (tx) => {
    const row = { user_id: userId, mailbox_id: mailboxId, folder_name: name, display_name: name, is_custom: true }
    return (await tx.insertInto('email_folders').values(row).returning('id').executeTakeFirstOrThrow()).id
  })

const dayOf = (moment: Date): string => localDay(moment, 'UTC')

type Log = Partial<Insertable<EmailProcessingLogsRow>>
const log = ({ userId, mailboxId }: TestUser, ago: string, row: Log): Promise<unknown> =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('email_processing_logs')
      .values({
        user_id: userId,
        mailbox_id: mailboxId,
        message_id: randomUUID(),
        processed_at: sql`${app.clock.now()}::timestamptz - ${ago}::interval`,
        status: 'left',
        reason: 'no_match',
        ...row,
      })
      .execute(),
  )

test('counts the sorted emails of each folder of one mailbox in the last days', async () => {
  const who = await createUser()
  const [invoices, travel] = [await folder(who, 'Invoices'), await folder(who, 'Travel')]
  const sorted = { status: 'processed', reason: 'sorted' } as const
  for (const ago of ['1 hour', '29 days', '31 days']) await log(who, ago, { ...sorted, target_folder_id: invoices })
  await log(who, '1 day', { ...sorted, target_folder_id: travel })
  await log(who, '1 day', {})
  const activity = async (as: Visitor) =>
    (await callFunction(app, as, 'folder-activity', { mailboxId: who.mailboxId })).body
  expect(await activity(who)).toEqual({
    folders: expect.arrayContaining([
      { folderId: invoices, sorted: 2 },
      { folderId: travel, sorted: 1 },
    ]),
  })
  expect(await activity(await signUp(app))).toEqual({ folders: [] })
})

test('returns thirty empty days and the plan limit for a user without mail', async () => {
  const seen = await overview(await signUp(app))
  expect(seen.days).toHaveLength(30)
  expect(seen.days.at(-1)).toEqual({ day: app.clock.now().toISOString().slice(0, 10), sorted: 0, left: 0, failed: 0 })
  expect(seen).toMatchObject({ folders: [], otherFolders: 0, unsure: 0, minutesSaved: 0 })
  expect(seen.usage).toMatchObject({ processed: 0, limit: 100 })
})

test('counts emails by day, folder and who decided', async () => {
  const me = await createUser()
  const [bills, news] = [await folder(me, 'Bills'), await folder(me, 'News')]
  const sorted = { status: 'processed', reason: 'sorted' } as const
  await log(me, '0 minutes', { ...sorted, target_folder_id: bills, decided_by: 'classifier' })
  await log(me, '0 minutes', { ...sorted, target_folder_id: bills, decided_by: 'user' })
  await log(me, '3 days', { ...sorted, target_folder_id: news, decided_by: 'correction' })
  // Sorted into a folder that was deleted since.
  await log(me, '3 days', { ...sorted, target_folder_id: null, decided_by: 'classifier' })
  await log(me, '3 days', { reason: 'low_confidence', asked_model: true })
  await log(me, '3 days', { reason: 'no_match' })
  await log(me, '3 days', { reason: 'low_confidence', corrected_at: app.clock.now() })
  await log(me, '3 days', { status: 'limit_reached', reason: 'limit' })
  await log(me, '3 days', { status: 'failed', reason: 'poison' })
  await log(me, '3 days', { status: 'processing', reason: null })
  await log(me, '31 days', { ...sorted, target_folder_id: bills, decided_by: 'classifier' })

  const seen = await overview(me)
  expect(seen.totals).toEqual({ sorted: 4, left: 4, failed: 1 })
  expect(seen.days.at(-1)).toMatchObject({ sorted: 2, left: 0, failed: 0 })
  expect(seen.days.at(-4)).toMatchObject({ sorted: 2, left: 4, failed: 1 })
  expect(seen.folders).toEqual([
    { folderId: bills, mailboxId: me.mailboxId, name: 'Bills', sorted: 2 },
    { folderId: news, mailboxId: me.mailboxId, name: 'News', sorted: 1 },
  ])
  expect(seen).toMatchObject({
    otherFolders: 1,
    decidedBy: { condition: 0, correction: 1, classifier: 2, model: 0, user: 1 },
    askedModel: 1,
    // Rows without a basis are older than the column.
    week: { instructions: 0, learning: 0, model: 0, user: 2 },
    unsure: 2,
    minutesSaved: 2,
  })
})

test('counts who decided in the last seven days', async () => {
  const me = await createUser()
  const sorted = { status: 'processed', reason: 'sorted' } as const
  for (const ago of ['1 minute', '6 days', '7 days']) {
    await log(me, ago, { ...sorted, decided_by: 'classifier', decision_basis: 'instructions' })
    await log(me, ago, { ...sorted, decided_by: 'classifier', decision_basis: 'learning' })
    await log(me, ago, { ...sorted, decided_by: 'classifier', decision_basis: 'learning' })
    await log(me, ago, { ...sorted, decided_by: 'model' })
    await log(me, ago, { ...sorted, decided_by: 'condition' })
    await log(me, ago, { ...sorted, decided_by: 'condition', decision_basis: 'instructions' })
    await log(me, ago, { ...sorted, decided_by: 'correction' })
    // Moved by the user after the classifier had decided.
    await log(me, ago, { ...sorted, decided_by: 'user', decision_basis: 'learning' })
    await log(me, ago, { reason: 'low_confidence', decided_by: 'classifier', decision_basis: 'learning' })
  }
  const seen = await overview(me)
  expect(seen.week).toEqual({ instructions: 4, learning: 4, model: 2, user: 6 })
  expect(seen.modelUsage).toBeNull()
  expect(seen.decidedBy).toMatchObject({ classifier: 9, model: 3, condition: 6, correction: 3, user: 3 })
})

test('reports what the language model cost in the last seven days', async () => {
  const [me, other] = [await createUser(), await createUser()]
  await app.ctx.db.asService(async (tx) => {
    const usage = { calls: 1, mails: 4, conflicts: 1, answers: 4, inputTokens: 900, outputTokens: 100 }
    for (const daysAgo of [0, 6, 7])
      await recordModelUsage(tx, me.userId, dayOf(addMs(app.clock.now(), days(-daysAgo))), usage)
    await recordModelUsage(tx, other.userId, dayOf(app.clock.now()), usage)
  })
  expect((await overview(me)).modelUsage).toEqual({ calls: 2, mails: 8, conflicts: 2, tokens: 2000 })
})

test('reports no calls where a language model is configured and was not called', async () => {
  const me = await createUser()
  const { vendors } = app.ctx
  const unused = { id: 'unused', complete: () => Promise.reject(new Error('The overview calls no model')) }
  Object.assign(vendors, { model: unused })
  onTestFinished(() => void Object.assign(vendors, { model: null }))
  expect((await overview(me)).modelUsage).toEqual({ calls: 0, mails: 0, conflicts: 0, tokens: 0 })
})

test("uses days of the caller's time zone", async () => {
  const me = await createUser()
  await log(me, '0 minutes', {})
  const days = async (zone: string) => (await overview(me, zone)).days.at(-1)
  const [east, west] = [await days('Pacific/Kiritimati'), await days('Pacific/Pago_Pago')]
  expect(east?.day).not.toBe(west?.day)
  expect([east?.left, west?.left]).toEqual([1, 1])
})

test('lists the ten fullest folders and counts the rest', async () => {
  const me = await createUser()
  for (let n = 0; n < 12; n += 1) {
    const id = await folder(me, `Folder ${n}`)
    const mails = n < 2 ? 1 : 2
    for (let mail = 0; mail < mails; mail += 1)
      await log(me, '1 hour', { status: 'processed', reason: 'sorted', target_folder_id: id })
  }
  const seen = await overview(me)
  expect(seen.folders).toHaveLength(10)
  expect(seen.otherFolders).toBe(2)
})

test('shows no data of other users', async () => {
  const [me, other] = [await createUser(), await createUser()]
  await log(me, '1 hour', { status: 'processed', reason: 'sorted', target_folder_id: await folder(me, 'Mine') })
  expect((await overview(other)).totals).toEqual({ sorted: 0, left: 0, failed: 0 })
  expect((await overview(me)).totals.sorted).toBe(1)
})

test.each(['+02:00', 'Mars/Olympus', '', 7])('refuses the time zone %j', async (timeZone) => {
  expect(
    await callFunction(app, await signUp(app), 'dashboard-overview', { action: 'summary', timeZone }),
  ).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
})

test('uses the index with 12,000 rows', async () => {
  const [me, other] = [await createUser(), await createUser()]
  await app.ctx.db.asService(async (tx) => {
    for (const { userId, mailboxId } of [me, other])
      await sql`
        insert into public.email_processing_logs (user_id, mailbox_id, message_id, processed_at, status, reason)
        select ${userId}::uuid, ${mailboxId}::uuid, n::text,
          ${app.clock.now()}::timestamptz - n * interval '30 minutes', 'left', 'no_match'
        from generate_series(1, 6000) n`.execute(tx)
  })
  await runSql(app.database.owner, 'analyze public.email_processing_logs')
  await app.ctx.db.asService(async (tx) => {
    const starts = lastDays(app.clock.now(), 'UTC', 30).map(({ start }) => start)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${overviewQuery(me.userId, starts)}`.execute(tx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // The planner chooses among the indexes by its statistics; each of them must cover the user's last days.
    expect(plan).toMatch(/Index.*Scan.*email_processing_logs_\w*newest/)
    expect(plan).toMatch(/Index Cond: .*user_id = .*processed_at >=/)
    expect(plan).not.toContain('Seq Scan')
  })
  expect((await overview(me)).totals.left).toBeGreaterThan(1400)
})
