import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogFilters } from '../../contract/functions/processing-logs.ts'
import { ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { longHistory, settleHistories, type LongHistory } from '../../test/kit/long-history.ts'
import { callFunction, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { insertUserRows } from '../../test/kit/users.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { exportPageQuery } from './queries.ts'

const rows = 50_003

let app: App
let owner: Visitor
let history: LongHistory
let otherUser: LongHistory
beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app)
  for (let n = 0; n < 10; n++) otherUser = await longHistory(app, (await insertUserRows(app.ctx.db)).id, 2000)
  history = await longHistory(app, owner.userId, rows)
  await settleHistories(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function exported(filters: LogFilters) {
  const { body } = await callFunction(app, owner, 'processing-logs', { action: 'export', filters })
  const { csv, ...rest } = ProcessingLogsOutput.parse(body)
  return { ...rest, lines: csv.split('\r\n').slice(1, -1) }
}

describe('the export', () => {
  test('returns at most the newest 50,000 rows, each once, and reports that there are more', async () => {
    const { complete, rows: count, lines } = await exported({})
    expect({ complete, count }).toEqual({ complete: false, count: 50_000 })
    // Equal for the wrong place only: the comparison of two arrays takes longer than the export.
    const isNext = (line: string, n: number) => line.includes(`,Subject number ${rows - n},`)
    expect(lines.filter((line, n) => !isNext(line, n))).toEqual([])
    expect(lines).toHaveLength(50_000)
  })

  test.for<[LogFilters, number]>([
    [{ status: 'failed' }, 1000],
    [{ reason: 'poison' }, 1000],
    [{ status: 'processed', reason: 'low_confidence' }, 0],
    [{ search: 'sender 499' }, 100],
    [{ search: 'number 4999' }, 11],
    [{ search: 'SENDER7@shop' }, 100],
    [{ search: '%' }, 0],
    [{ search: '_ubject' }, 0],
    [{ from: '2026-11-01T00:01:00Z', to: '2026-11-01T01:01:00+01:00' }, 0],
    [{ from: '2026-11-01T00:01:00Z', to: '2026-11-01T00:06:00Z' }, 5],
  ])('filtered by %j returns %i rows', async ([filters, count]) => {
    const { lines, ...rest } = await exported(filters)
    expect(rest).toEqual({ complete: true, rows: count })
    expect(lines).toHaveLength(count)
  })

  test('returns no rows of other users', async () => {
    expect((await exported({ mailboxId: otherUser.mailboxId })).rows).toBe(0)
    expect((await exported({ folderId: otherUser.folderId })).rows).toBe(0)
    expect((await exported({ mailboxId: history.mailboxId, status: 'left' })).lines.length).toBeGreaterThan(0)
  })

  test.for([
    { mailboxId: 'x' },
    { status: 'lost' },
    { reason: 'because' },
    { from: 'yesterday' },
    { search: '' },
    { userId: 'x' },
    { search: 'x'.repeat(201) },
  ])('refuses %j', async (filters) => {
    const { status, body } = await callFunction(app, owner, 'processing-logs', { action: 'export', filters })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'invalid_input' } })
  })
})

describe('uses an index among 70,000 rows', () => {
  /** Names of the indexes in a query plan; a sequential scan is listed as one. */
  function indexesOf(plan: unknown): string[] {
    const text = JSON.stringify(plan)
    const whole = /"Node Type":"Seq Scan"[^{}]*"Relation Name":"email_processing_logs"/
    const used = [...text.matchAll(/"Index Name":"([^"]+)"/g)].map(([, name = '']) => name)
    return [
      ...(whole.test(text) ? ['the whole table'] : []),
      ...used.filter((name) => name.startsWith('email_processing')),
    ]
  }
  const asOwner = async (statement: string): Promise<string[]> => {
    const claims = { sub: owner.userId, role: 'authenticated' } as const
    return app.ctx.db.asUser(claims, async (tx) =>
      indexesOf((await sql.raw(`explain (format json) ${statement}`).execute(tx)).rows),
    )
  }
  const filters = (): [string, string, string][] => [
    ['everything', '', 'email_processing_logs_newest'],
    ['a mailbox', `mailbox_id = '${history.mailboxId}'`, 'email_processing_logs_mailbox_newest'],
    ['a status', "status = 'failed'", 'email_processing_logs_status'],
    ['a reason', "reason = 'poison'", 'email_processing_logs_newest'],
    ['the unsure ones', "status = 'left' and reason = 'low_confidence'", 'email_processing_logs_status'],
    ['a folder', `target_folder_id = '${history.folderId}'`, 'email_processing_logs_folder_newest'],
    [
      'a search',
      "(subject ilike '%shop%' or from_address ilike '%shop%' or from_name ilike '%shop%')",
      'email_processing_logs_newest',
    ],
    ['dates', "processed_at >= '2026-11-05' and processed_at < '2026-11-06'", 'email_processing_logs_newest'],
  ]

  test('for a page of the history and its exact count, for each filter', async () => {
    for (const [what, condition, index] of filters()) {
      const where = condition === '' ? '' : ` where ${condition}`
      const page = `select * from email_processing_logs${where} order by processed_at desc, id desc limit 25`
      expect([what, ...(await asOwner(page))]).toEqual([what, index])
      const counted = await asOwner(`select count(*) from email_processing_logs${where}`)
      expect([what, ...counted]).not.toContain('the whole table')
      expect([what, ...counted].length).toBeGreaterThan(1)
    }
  })

  test('for unsure emails, and for a page of the export', async () => {
    const unsure = "status = 'left' and reason = 'low_confidence' and corrected_at is null"
    expect(await asOwner(`select count(*) from email_processing_logs where ${unsure}`)).toEqual([
      'email_processing_logs_status',
    ])
    const after = { moment: '2026-11-10 00:00:00+00', id: history.mailboxId }
    const plan = await app.ctx.db.asService((tx) =>
      exportPageQuery(tx, owner.userId, { filters: {}, after, limit: 2001 }).explain('json'),
    )
    expect(indexesOf(plan)).toEqual(['email_processing_logs_newest'])
  })
})
