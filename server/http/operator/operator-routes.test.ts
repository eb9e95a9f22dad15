import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runSql } from '../../../test/kit/run-sql.ts'
import { startApp, type App, appOfFile } from '../../../test/kit/start-app.ts'
import { days } from '../../clock.ts'

const metricsToken = 'only-the-operator-knows-this'
const app = await appOfFile({
  env: { METRICS_TOKEN: metricsToken, PRODUCT_NAME: 'Post Office', SUPPORT_EMAIL: 'help@a.example' },
})
const bare = await startApp()
afterAll(async () => {
  await bare[Symbol.asyncDispose]()
})

const get = async (of: App, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(of.url + path, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('/config.json contains the public configuration only', async () => {
  const { status, text } = await get(app, '/config.json')
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    productName: 'Post Office',
    anonKey: app.ctx.access.anonKey,
    supportEmail: 'help@a.example',
    sandboxUrl: app.sandbox.url,
    hasPlans: true,
    sendsEmail: true,
    signUp: 'open',
  })
})

test('/manifest.webmanifest has the product name, and icons that are served', async () => {
  const { type, text } = await get(app, '/manifest.webmanifest')
  const { name, icons } = z
    .object({ name: z.string(), icons: z.array(z.object({ src: z.string() })) })
    .parse(JSON.parse(text))
  expect({ type, name }).toEqual({ type: 'application/manifest+json', name: 'Post Office' })
  const files = readdirSync('web/public').map((file) => `/${file}`)
  expect(files).toEqual(expect.arrayContaining(icons.map(({ src }) => src)))
})

test('/.well-known/security.txt names the operator in production, and no one elsewhere', async () => {
  expect((await get(app, '/.well-known/security.txt')).status).toBe(404)
  Object.assign(app.ctx.config, { production: true })
  const { type, text } = await get(app, '/.well-known/security.txt')
  Object.assign(app.ctx.config, { production: false })
  expect(type).toBe('text/plain; charset=utf-8')
  const fields = text.split('\n').map((line) => line.split(': '))
  expect(fields).toEqual([
    ['Contact', 'mailto:help@a.example'],
    ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)],
    ['Canonical', `${app.url}/.well-known/security.txt`],
    [''],
  ])
  const left = Date.parse(fields[1]?.[1] ?? '') - app.ctx.clock.now().getTime()
  expect([left > 0, left < days(365)]).toEqual([true, true])
})

test('/healthz responds while the process runs', async () => {
  expect(await get(app, '/healthz')).toMatchObject({ status: 200, text: '{"status":"alive"}' })
})

test('keeps idle connections longer than proxies do', async () => {
  const response = await fetch(`${app.url}/healthz`)
  await response.text()
  expect(response.headers.get('keep-alive')).toBe('timeout=75')
})

test('/readyz responds 200 while database and queue respond', async () => {
  expect(await get(app, '/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
})

test('/readyz returns 503 without details while the database is down; /healthz still responds', async () => {
  const { database } = app
  const away = await startApp()
  await runSql(database.owner, `alter database ${away.database.database} allow_connections false`)
  await runSql(
    database.owner,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${away.database.database}'`,
  )
  const refused = await get(away, '/readyz')
  expect(refused.status).toBe(503)
  expect(JSON.parse(refused.text).error.code).toBe('unavailable')
  expect(refused.text).not.toContain(away.database.database)
  expect((await get(away, '/healthz')).status).toBe(200)
  await runSql(database.owner, `alter database ${away.database.database} allow_connections true`)
  await expect.poll(async () => (await get(away, '/readyz')).status).toBe(200)
  await away[Symbol.asyncDispose]()
})

test('/metrics requires the token', async () => {
  expect((await get(app, '/metrics')).status).toBe(401)
  expect((await get(app, '/metrics', { authorization: 'Bearer a guessed token' })).status).toBe(401)
  expect((await get(app, `/metrics?token=${metricsToken}`)).status).toBe(401)
  const { status, type, text } = await get(app, '/metrics', { authorization: `Bearer ${metricsToken}` })
  expect(status).toBe(200)
  expect(type).toContain('text/plain; version=0.0.4')
  expect(text).toContain('# TYPE mailroom_events_total counter')
  expect(text).toMatch(/^mailroom_queue_oldest_seconds \d+$/m)
  expect(text).toMatch(/^mailroom_build_info\{version="[\d.]+"\} 1$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(text).toContain('mailroom_request_seconds_count{route="/readyz",status="200"} 1')
  // 0 would alert an operator who makes none.
  expect(text).not.toMatch(/^mailroom_backup_timestamp_seconds /m)
})

test('the dashboard, the alerts, the autoscaler and the documentation use metrics that exist', async () => {
  const { text } = await get(app, '/metrics', { authorization: `Bearer ${metricsToken}` })
  const files = ['monitoring/alerts.yaml', 'monitoring/grafana-dashboard.json', 'kubernetes/monitoring.yaml']
  for (const file of [...files.map((name) => `deploy/${name}`), 'docs/operations.md']) {
    const used = readFileSync(file, 'utf8').match(/\bmailroom_\w+(?=[{)\s`"])/g) ?? []
    expect(used.length).toBeGreaterThan(0)
    for (const name of used) expect(text, file).toContain(`# TYPE ${name} `)
  }
})

test('/metrics is 404 without a configured token', async () => {
  expect((await get(bare, '/metrics')).status).toBe(404)
  expect((await get(bare, '/metrics', { authorization: 'Bearer ' })).status).toBe(404)
  expect((await get(bare, '/metrics', { authorization: `Bearer ${metricsToken}` })).status).toBe(404)
})
