import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectionSettings } from '../../server/db/connection/connection.ts'
import { startEmbedded } from '../../server/db/embedded/embedded.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { installQueues } from '../../server/jobs/boss.ts'
import { serverPasswordOf } from '../../server/prepare-database.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'
import { runSql } from './run-sql.ts'
import { testSecrets } from './test-secrets.ts'

interface TestServer {
  owner: pg.PoolConfig
  /** The server's login role on the template; the same on each copy. */
  server: pg.PoolConfig
  template: string
  templateWithoutSchedule: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/**
 * One PostgreSQL for the whole run (the one of TEST_DATABASE_URL where set), with two migrated template databases, of
 * which each test file copies one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack()
  const owner = await openServer(stack)
  const template = `mailroom_template_${randomBytes(6).toString('hex')}`
  await runSql(owner, `create database ${template}`)
  stack.defer(() => runSql(owner, `drop database ${template} with (force)`))
  const { server } = await migrate(
    { ...owner, database: template },
    { serverPassword: serverPasswordOf({ jwtSecret: testSecrets.JWT_SECRET }), jobs: installQueues },
  )
  // Each of the thousands of connections derives the key of the password: one iteration instead of 4,096.
  await runSql(
    owner,
    `set scram_iterations = 1; alter role ${String(server.user)} password '${String(server.password)}'`,
  )
  const templateWithoutSchedule = `${template}_without_schedule`
  await runSql(owner, `create database ${templateWithoutSchedule} template ${template}`)
  stack.defer(() => runSql(owner, `drop database ${templateWithoutSchedule} with (force)`))
  await runSql({ ...owner, database: templateWithoutSchedule }, 'delete from pgboss.schedule')
  project.provide('testServer', { owner, server, template, templateWithoutSchedule })
  const opened = stack.move()
  return () => opened.disposeAsync()
}

async function openServer(stack: AsyncDisposableStack): Promise<pg.PoolConfig> {
  const address = process.env['TEST_DATABASE_URL']
  if (address) return connectionSettings(address)
  const folder = await fastTemporaryFolder()
  await removeLeftovers(folder)
  const dataDir = await mkdtemp(path.join(folder, `${prefix}${process.pid}-`))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // Test data need not survive a power failure.
  // A generic plan shows at the first execution what a prepared statement would show after several.
  const plans = { plan_cache_mode: 'force_generic_plan' }
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    ...plans,
  }
  return stack.use(await startEmbedded({ dataDir, settings })).owner
}

const prefix = 'mailroom-test-'

/** Removes the folders of killed runs, which would use up memory. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
