import { afterEach, expect, test, vi } from 'vitest'
import { busiestMinute } from './kit/busiest-minute.ts'
import { allServices } from './kit/services.ts'
import { type App, appOfFile } from './kit/start-app.ts'
import { attached, storingMailbox } from './kit/storing-mailbox.ts'

/** The provider refuses the key or registration of the operator: the work waits, and resumes by itself. */
const app = await appOfFile({ env: allServices })
afterEach(async () => {
  vi.restoreAllMocks()
  await app.faults()
})

const sql: App['ctx']['db']['asService'] = (work) => app.ctx.db.asService(work)
const fault = (...faults: object[]) => app.faults(...faults)
const minutes = (count: number, service: string, path = '') => busiestMinute(app, count, service, path)
const alerts = () => vi.spyOn(app.ctx.events, 'providerOutageStarted')

test('a refused client of Dropbox fails no action in three days, and one alert reports it', async () => {
  const alert = alerts()
  const store = await storingMailbox(app, 'dropbox')
  await sql((tx) => tx.updateTable('app.service_connections').set({ expires_at: app.clock.now() }).execute())
  await fault({ service: 'dropbox', path: '/token$', status: 401, body: { error: 'invalid_client' } })
  const logIds: string[] = []
  for (let n = 0; n < 3; n++)
    logIds.push((await store.sorted({ subject: `Bill ${n}`, attachments: [attached(`${n}.txt`)] })).logId)
  await app.runDueJobs()
  for (let day = 0; day < 3; day++) {
    expect(await minutes(20, 'dropbox', '/token')).toBe(1)
    await app.advance('1 day')
  }
  const statuses = async () =>
    (await Promise.all(logIds.map((id) => store.runs(id)))).flat().map(({ status }) => status)
  expect(await statuses()).toEqual(['running', 'running', 'running'])
  await fault()
  await minutes(4, 'dropbox')
  expect(await statuses()).toEqual(['done', 'done', 'done'])
  expect(alert).toHaveBeenCalledTimes(1)
  expect(alert).toHaveBeenCalledWith(expect.objectContaining({ provider: 'dropbox_tokens', reason: 'invalid_client' }))
})
