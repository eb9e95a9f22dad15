import { sql } from 'kysely'
import { table, type Command } from './command.ts'

export const jobsCommand: Command = {
  name: 'jobs',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'shows for each queue how many jobs wait, run and have failed, and how long the oldest waits',
  async run(ctx) {
    const { rows } = await ctx.db.asService((tx) =>
      sql<{ name: string; waiting: number; running: number; failed: number; seconds: number | null }>`
        select name, count(*) filter (where state in ('created', 'retry') and start_after <= now())::integer as waiting,
          count(*) filter (where state = 'active')::integer as running,
          count(*) filter (where state = 'failed')::integer as failed,
          extract(epoch from max(now() - start_after)
            filter (where state = 'created' and start_after <= now()))::integer as seconds
        from pgboss.job group by name order by name`.execute(tx),
    )
    return table([
      ['queue', 'waiting', 'running', 'failed', 'oldest waits'],
      ...rows.map(({ name, waiting, running, failed, seconds }) => [
        name,
        String(waiting),
        String(running),
        String(failed),
        seconds === null ? '' : `${seconds} s`,
      ]),
    ])
  },
}
