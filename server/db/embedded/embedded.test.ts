import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, embeddedData, postmasterPid, startElsewhere } from '../../../test/kit/embedded.ts'
import { fastTemporaryFolder } from '../../../test/kit/fast-temporary-folder.ts'
import { startEmbedded } from './embedded.ts'

/** One cluster for the file: creating it takes longest. */
let dataDir: string
const notices: string[] = []
const onNotice = (line: string) => void notices.push(line)

beforeAll(async () => {
  dataDir = await mkdtemp(join(await fastTemporaryFolder(), 'mailroom-embedded-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('starts a durable PostgreSQL with a private socket and a password, and keeps data across restarts', async () => {
  {
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
    await ask(owner, 'create table kept as select 7 as number')
  }
  await expect(stat(join(embeddedData(dataDir), 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
  await using embedded = await startEmbedded({ dataDir, onNotice })
  expect(await ask(embedded.owner, 'select number from kept')).toEqual([{ number: 7 }])
  expect(notices).toEqual([])
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
