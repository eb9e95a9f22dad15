import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fastTemporaryFolder } from '../../test/kit/fast-temporary-folder.ts'
import { startEmbedded } from './embedded.ts'

const asRoot = process.getuid?.() === 0
let dataDir: string
const notices: string[] = []
const onNotice = (line: string) => void notices.push(line)

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(await fastTemporaryFolder(), 'mailroom-embedded-'))
  notices.length = 0
})

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

async function ask<Row extends object>(connection: PoolConfig, sql: string): Promise<Row[]> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const startedAt = async (owner: PoolConfig) =>
  (await ask<{ at: Date }>(owner, 'select pg_postmaster_start_time() as at'))[0]?.at.getTime()

const data = () => path.join(dataDir, 'postgres', 'cluster', 'data')
const postmasterPid = async () => Number((await readFile(path.join(data(), 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Another process that starts the database and runs until it is killed. */
async function startElsewhere(): Promise<{ kill: () => Promise<void> }> {
  const module = new URL('./embedded.ts', import.meta.url).href
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(module)})
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

test('starts a durable PostgreSQL with a private socket and a password', async () => {
  await using embedded = await startEmbedded({ dataDir, onNotice })
  const { owner } = embedded
  const [settings] = await ask(
    owner,
    `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
            current_setting('full_page_writes') as pages, current_setting('server_encoding') as encoding,
            current_setting('timezone') as timezone, current_setting('data_checksums') as checksums,
            current_setting('max_connections') as connections`,
  )
  expect(settings).toEqual({
    tcp: '',
    fsync: 'on',
    pages: 'on',
    encoding: 'UTF8',
    timezone: 'UTC',
    checksums: 'on',
    connections: '300',
  })
  expect((await stat(String(owner.host))).mode & 0o777).toBe(0o700)
  await expect(ask({ ...owner, password: 'wrong' }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(notices).toEqual([])
})

test('keeps data across restarts', async () => {
  {
    await using embedded = await startEmbedded({ dataDir })
    await ask(embedded.owner, 'create table kept as select 7 as number')
  }
  await expect(stat(path.join(data(), 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
  await using embedded = await startEmbedded({ dataDir })
  expect(await ask(embedded.owner, 'select number from kept')).toEqual([{ number: 7 }])
})

test('shares one server between concurrent first starts', async () => {
  const started = await Promise.all([1, 2, 3].map(() => startEmbedded({ dataDir })))
  try {
    const at = await Promise.all(started.map(({ owner }) => startedAt(owner)))
    expect(new Set(at).size).toBe(1)
  } finally {
    await Promise.all(started.map((embedded) => embedded[Symbol.asyncDispose]()))
  }
})

test('leaves a shared server running and restarts it after its owner exits', async () => {
  const first = await startEmbedded({ dataDir })
  const at = await startedAt(first.owner)
  {
    await using visitor = await startEmbedded({ dataDir })
    expect(visitor.owner).toEqual(first.owner)
  }
  expect(await startedAt(first.owner)).toBe(at)
  await using second = await startEmbedded({ dataDir, onNotice })
  await first[Symbol.asyncDispose]()
  await vi.waitUntil(() => startedAt(second.owner).catch(() => undefined), { timeout: 60_000 })
  expect(await startedAt(second.owner)).not.toBe(at)
  expect(notices).toEqual(['The embedded PostgreSQL went away; starting it again.'])
})

test('stops the server of a killed process and starts again', async () => {
  const other = await startElsewhere()
  const pid = await postmasterPid()
  await other.kill()
  // The kernel stops the server; it removes its pid file last.
  await vi.waitUntil(async () => (await postmasterPid().catch(() => 0)) !== pid, { timeout: 60_000 })
  await using embedded = await startEmbedded({ dataDir, onNotice })
  expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(notices).toEqual([])
})

test('recovers committed data after server and process were killed', async () => {
  const other = await startElsewhere()
  const visitor = await startEmbedded({ dataDir })
  await ask(visitor.owner, 'create table kept as select 7 as number')
  process.kill(await postmasterPid(), 'SIGKILL')
  await other.kill()
  await visitor[Symbol.asyncDispose]()
  await using embedded = await startEmbedded({ dataDir })
  expect(await ask(embedded.owner, 'select number from kept')).toEqual([{ number: 7 }])
})

test('ignores a pid file whose pid belongs to another process', async () => {
  await (await startEmbedded({ dataDir }))[Symbol.asyncDispose]()
  // Not this process: PostgreSQL accepts the pid of its own parent.
  await writeFile(path.join(data(), 'postmaster.pid'), `${process.ppid}\n${data()}\n1\n5432\n\n\n\n`, { mode: 0o600 })
  await using embedded = await startEmbedded({ dataDir })
  expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('reports in one line why the server cannot start', async () => {
  await (await startEmbedded({ dataDir }))[Symbol.asyncDispose]()
  const settings = { shared_buffers: 'nonsense' }
  await expect(startEmbedded({ dataDir, settings })).rejects.toThrow(
    /^The embedded PostgreSQL does not start: invalid value for parameter "shared_buffers": "nonsense" \(log: .*log\)$/,
  )
})

test('places the socket in the temporary folder where the path of DATA_DIR is too long', async () => {
  const deep = path.join(dataDir, 'a'.repeat(100))
  await using embedded = await startEmbedded({ dataDir: deep })
  expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(String(embedded.owner.host).startsWith(os.tmpdir())).toBe(true)
  await embedded[Symbol.asyncDispose]()
  // Refuses a folder that another user could have created there.
  await rm(String(embedded.owner.host), { recursive: true })
  await symlink(dataDir, String(embedded.owner.host))
  await expect(startEmbedded({ dataDir: deep })).rejects.toThrow(/belongs to another user/)
  expect((await lstat(String(embedded.owner.host))).isSymbolicLink()).toBe(true)
  await rm(String(embedded.owner.host))
})

test.runIf(asRoot)('runs as another user where root has no user namespaces, on new and existing data', async () => {
  await chmod(dataDir, 0o711)
  await (await startEmbedded({ dataDir }))[Symbol.asyncDispose]()
  expect((await stat(data())).uid).toBe(0)
  {
    await using embedded = await startEmbedded({ dataDir, userNamespaces: false, onNotice })
    expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(`/proc/${await postmasterPid()}`)).uid).toBe(65534)
  }
  await using embedded = await startEmbedded({ dataDir, onNotice })
  expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(notices).toEqual([])
})

test.runIf(asRoot)('stores the data elsewhere where that user cannot access DATA_DIR, and finds it again', async () => {
  const closed = path.join(dataDir, 'below')
  await using embedded = await startEmbedded({ dataDir: closed, userNamespaces: false, onNotice })
  const root = path.dirname(String(embedded.owner.host))
  try {
    expect(notices).toEqual([expect.stringContaining(`its data is in ${root}`)])
    expect(path.dirname(root)).toBe('/var/lib')
    await using again = await startEmbedded({ dataDir: closed })
    expect(again.owner).toEqual(embedded.owner)
  } finally {
    await embedded[Symbol.asyncDispose]()
    await rm(root, { recursive: true })
  }
})
