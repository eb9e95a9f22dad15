import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

const tables = await ofFile(startTables())

test('returns an error for lost connections and serves the next request', async () => {
  const read = () => tables.request('/plans?select=name')
  expect((await read()).status).toBe(200)
  const during = Promise.all(Array.from({ length: 20 }, read))
  await tables.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = 'mailroom_server'`,
  )
  for (const response of await during) expect([200, 503]).toContain(response.status)
  for (const response of await Promise.all(Array.from({ length: 20 }, read)))
    expect([200, 503]).toContain(response.status)
  expect((await read()).status).toBe(200)
})
