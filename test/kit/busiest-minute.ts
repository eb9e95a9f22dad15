import { requestsTo } from './outlook.ts'
import type { App } from './start-app.ts'

/**
 * Lets minutes pass with the jobs that retry actions, emails and billing.
 * @returns the requests to this service in the busiest minute
 */
export async function busiestMinute(app: App, minutes: number, service: string, path = ''): Promise<number> {
  let most = 0
  for (let n = 0; n < minutes; n++) {
    await app.control('DELETE', '/control/requests')
    await app.advance('1 min')
    await app.ctx.db.asService(async (tx) => {
      for (const job of ['reconcile-actions', 'reconcile-emails', 'maintain-billing'] as const)
        await app.ctx.jobs.enqueue(tx, job, {})
    })
    await app.runDueJobs()
    most = Math.max(most, (await requestsTo(app, service)).filter(({ url }) => url.includes(path)).length)
  }
  return most
}
