import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask, embeddedData } from '../../../test/kit/embedded.ts'
import { fastTemporaryFolder } from '../../../test/kit/fast-temporary-folder.ts'
import { startEmbedded } from './embedded.ts'

// What happens after a crash: `embedded.long.test.ts`.
test('starts a durable PostgreSQL with a private socket and a password, and keeps data across restarts', async () => {
  const dataDir = await mkdtemp(join(await fastTemporaryFolder(), 'mailroom-embedded-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const notices: string[] = []
  const onNotice = (line: string) => void notices.push(line)
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
      connections: '150',
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
