import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp } from '../../../test/kit/outlook.ts'
import { longHistory, settleHistories } from '../../../test/kit/long-history.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const owner = await signUp(app)
await longHistory(app, owner.userId, 20_000)
await app.ctx.db.asService((tx) =>
  sql`insert into email_action_runs
      (user_id, mailbox_id, log_id, action_type, config_version, action_order, status, reason, created_at, ended_at)
    select user_id, mailbox_id, id, 'draft_reply', 1, 1,
      case when subject like '%777' then 'failed' else 'done' end, 'done',
      processed_at, processed_at
    from email_processing_logs`.execute(tx),
)
await settleHistories(app)
await runSql(app.database.owner, 'vacuum (analyze) public.email_action_runs')

test('messages with a failed action are found by the index of failed runs', async () => {
  const failed = `from email_processing_logs l
    where exists (select from email_action_runs r where r.log_id = l.id and r.status = 'failed')`
  const claims = { sub: owner.userId, role: 'authenticated' } as const
  await app.ctx.db.asUser(claims, async (tx) => {
    for (const statement of [
      `select l.id ${failed} order by processed_at desc, id desc limit 25`,
      `select count(*) ${failed}`,
    ]) {
      const plan = JSON.stringify((await sql.raw(`explain (format json) ${statement}`).execute(tx)).rows)
      expect([...plan.matchAll(/"Index Name":"([^"]+)"/g)].map(([, name]) => name)).toContain(
        'email_action_runs_failed',
      )
    }
    const { rows } = await sql.raw<{ count: string }>(`select count(*)::text ${failed}`).execute(tx)
    expect(rows).toEqual([{ count: '20' }])
  })
})
