import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { readConfig } from '../../server/config.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { selectRows } from '../../test/kit/run-sql.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { prepareDemoPast } from './demo-past.ts'
import { freePort } from './free-port.ts'
import { sandboxFolder } from './describe-installation.ts'

test('the past of the demo is prepared while the page answers that it is not ready', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-past-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await using database = await createTestDatabase()
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  const config = readConfig({ DATA_DIR: dataDir, ...ports, ...testSecrets })
  const product = `http://127.0.0.1:${config.port}`

  const preparing = prepareDemoPast({
    config,
    secrets: await loadSecrets(config),
    server: database.server,
    days: 1,
    pagesDir: fileURLToPath(new URL('../../test/kit/no-pages', import.meta.url)),
  })
  const status = (path: string, method = 'GET') =>
    fetch(product + path, { method }).then(
      (answer) => answer.status,
      () => 'closed',
    )
  await expect.poll(() => status('/readyz'), { interval: 20 }).toBe(503)
  const requests: [path: string, method?: string][] = [
    ['/'],
    ['/auth'],
    ['/config.json'],
    ['/healthz'],
    ['/auth/v1/signup', 'POST'],
    ['/auth/v1/token?grant_type=password', 'POST'],
    ['/auth/v1/authorize?provider=google'],
    ['/rest/v1/plans?select=name'],
    ['/functions/v1/mail-graph', 'POST'],
  ]
  const seen = new Set<number | string>()
  for (const [path, method] of requests) seen.add(await status(path, method))
  expect([...seen]).toEqual([503])
  await preparing
  expect(await status('/readyz')).toBe('closed')
  // What the sandbox of the next start finds.
  await using sandbox = await startSandbox({ port: 0, stateDir: sandboxFolder(config) })
  const subscriptions = await (await sandbox.request('/control/subscriptions')).json()
  expect(subscriptions).toMatchObject([{ mailbox: 'robin.maes@tidewell.example' }])

  // What the user finds at the first sign-in.
  const found = await selectRows(
    database.owner,
    `select u.email, m.status, p.name as plan, u.created_at < now() - interval '23 hours' as "isOld",
       g.expires_at > now() as "isSubscribed",
       exists (select from email_processing_logs l where l.user_id = u.id and l.processed_at < now()) as "hasHistory"
     from auth.users u join mailboxes m on m.user_id = u.id join app.graph_subscriptions g on g.mailbox_id = m.id
       join subscriptions s on s.user_id = u.id join plans p on p.id = s.plan_id`,
  )
  expect(found).toEqual([
    {
      email: 'robin.maes@tidewell.example',
      status: 'active',
      plan: 'Business',
      isOld: true,
      isSubscribed: true,
      hasHistory: true,
    },
  ])
})
