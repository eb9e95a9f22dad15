import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { longHistory, settleHistories } from '../../test/kit/long-history.ts'
import { signUp } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { insertUserRows } from '../../test/kit/users.ts'
import { exportPageQuery } from './queries.ts'

const app = await appOfFile()
/** 150,000 rows of eleven users: the planner samples them at random, and of fewer it may read the whole table. */
const owner = await signUp(app)
for (let n = 0; n < 10; n++) await longHistory(app, (await insertUserRows(app.ctx.db)).id, 10_000)
const history = await longHistory(app, owner.userId, 50_000)
await settleHistories(app)

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
