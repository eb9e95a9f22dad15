import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailbox, deliver } from '../../bench/lib/mailboxes.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { createTestDatabase } from '../kit/database.ts'
import { runSql } from '../kit/run-sql.ts'
import { openObserver } from '../nodes/observer.ts'
import { readLog } from '../torture/stored-state.ts'
import { buildImage, containerTool, runOnce, startContainer, type Container } from './container-tool.ts'
import { openTcp } from './tcp-database.ts'

if (containerTool === undefined) throw new Error('Neither Docker nor Podman works here: install one of them.')
const tool = containerTool

let image = ''
beforeAll(() => {
  image = buildImage(tool, process.env['IMAGE_BASE'])
}, 3_600_000)

const parts = new AsyncDisposableStack()
afterAll(() => parts.disposeAsync())

/** The command of the image's health check. */
const isHealthy = async (container: Container): Promise<boolean> =>
  (await container.run('node', 'scripts/healthcheck.mjs')).code === 0

test('web and worker sort an email, and stop with 0', async () => {
  const database = parts.use(await createTestDatabase())
  const { address } = parts.use(await openTcp(database.owner))
  const port = await freePort()
  const app = parts.use(
    await openObserver({ DATABASE_URL: address, PUBLIC_URL: `http://localhost:${port}`, LOG_LEVEL: 'silent' }),
  )
  // The sandbox exists outside production only.
  const env = { ...app.env, NODE_ENV: 'development', LOG_LEVEL: 'info', PORT: String(port) }
  const web = parts.use(await startContainer(tool, image, { ...env, ROLE: 'web' }))
  const worker = parts.use(await startContainer(tool, image, { ...env, ROLE: 'worker' }))
  await expect.poll(() => isHealthy(web)).toBe(true)
  expect(await (await fetch(app.url)).text()).toContain('<script')

  const mailbox = await createMailbox(app, { realTime: true })
  const messageId = await deliver(app, mailbox.email, 1000)
  const sorted = expect.objectContaining({ messageId, status: 'processed', movedAt: expect.any(Date) })
  await expect.poll(() => readLog(app.ctx.db, mailbox.mailboxId)).toContainEqual(sorted)

  for (const container of [web, worker]) expect(await container.stop()).toBe(0)
})

test('in production the migration job prepares an empty database, and web runs with the fewest rights', async () => {
  const { owner } = parts.use(await createTestDatabase())
  const name = `mailroom_image_${randomBytes(4).toString('hex')}`
  await runSql(owner, `create database ${name}`)
  parts.defer(() => runSql(owner, `drop database ${name} with (force)`))
  const { address } = parts.use(await openTcp({ ...owner, database: name }))
  const env = {
    DATABASE_URL: address,
    PUBLIC_URL: 'https://mail.example.com',
    SUPPORT_EMAIL: 'help@example.com',
    JWT_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    PORT: String(await freePort()),
  }
  // As in deploy/kubernetes.
  await runOnce(tool, image, env, ['node', 'scripts/mailroom.ts', 'migrate'])

  const web = parts.use(await startContainer(tool, image, { ...env, ROLE: 'web' }))
  await expect.poll(() => isHealthy(web)).toBe(true)
  expect((await web.run('id', '--user')).output.trim()).toBe('10001')
  for (const file of ['/app/file', '/etc/file'])
    expect((await web.run('touch', file)).output).toContain('Read-only file system')
  for (const folder of ['/tmp', '/data']) expect((await web.run('touch', `${folder}/file`)).code).toBe(0)
  const code = "import('/app/server/errors.ts')"
  const compiling = await web.run('env', 'NODE_DEBUG_NATIVE=COMPILE_CACHE', 'node', '--eval', code)
  // Only for the user, the path and the Node that compiled it.
  expect(compiling.output).toContain('server/errors.ts was accepted')
  // The time in which a load balancer takes note of the stop is part of it.
  expect(await web.stop()).toBe(0)
})
