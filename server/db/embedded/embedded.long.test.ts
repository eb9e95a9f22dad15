import { chmod, lstat, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, embeddedData, postmasterPid, startElsewhere } from '../../../test/kit/embedded.ts'
import { fastTemporaryFolder } from '../../../test/kit/fast-temporary-folder.ts'
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

const startedAt = async (owner: PoolConfig) =>
  (await ask<{ at: Date }>(owner, 'select pg_postmaster_start_time() as at'))[0]?.at.getTime()

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
  const other = await startElsewhere(dataDir)
  const pid = await postmasterPid(dataDir)
  await other.kill()
  // The kernel stops the server; it removes its pid file last.
  await vi.waitUntil(async () => (await postmasterPid(dataDir).catch(() => 0)) !== pid, { timeout: 60_000 })
  await using embedded = await startEmbedded({ dataDir, onNotice })
  expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(notices).toEqual([])
})

test('recovers committed data after server and process were killed', async () => {
  const other = await startElsewhere(dataDir)
  const visitor = await startEmbedded({ dataDir })
  await ask(visitor.owner, 'create table kept as select 7 as number')
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  await other.kill()
  await visitor[Symbol.asyncDispose]()
  await using embedded = await startEmbedded({ dataDir })
  expect(await ask(embedded.owner, 'select number from kept')).toEqual([{ number: 7 }])
})

test('ignores a pid file whose pid belongs to another process', async () => {
  await (await startEmbedded({ dataDir }))[Symbol.asyncDispose]()
  // Not this process: PostgreSQL accepts the pid of its own parent.
  await writeFile(
    path.join(embeddedData(dataDir), 'postmaster.pid'),
    `${process.ppid}\n${embeddedData(dataDir)}\n1\n5432\n\n\n\n`,
    { mode: 0o600 },
  )
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
  expect((await stat(embeddedData(dataDir))).uid).toBe(0)
  {
    await using embedded = await startEmbedded({ dataDir, userNamespaces: false, onNotice })
    expect(await ask(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).toBe(65534)
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
