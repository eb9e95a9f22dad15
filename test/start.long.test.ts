import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/lib/free-port.ts'
import { createTestDatabase } from './kit/database.ts'
import { databaseAddress } from './kit/database-address.ts'
import { demoStart } from './kit/demo-start.ts'
import { testSecrets } from './kit/test-secrets.ts'

test('the first start prepares two weeks of email, which the next one finds again', { timeout: 480_000 }, async () => {
  await using demo = await demoStart()
  const first = await demo.start('is ready at')
  const before = await demo.lookAround()
  expect(before.mailboxes).toMatchObject([{ status: 'active', has_webhook: true }])
  expect(before.plan).toEqual([{ status: 'active', plans: { name: 'Business' } }])
  expect(before.days).toBeGreaterThanOrEqual(13)
  expect(before.statuses.filter((status) => status === 'processed').length).toBeGreaterThan(40)
  expect(before.statuses.includes('left')).toBe(true)
  // A supervisor ends it.
  await demo.expectEnd(first, 'SIGTERM')

  const second = await demo.start('is ready at')
  const after = await demo.lookAround()
  expect([after.mailboxes, after.plan]).toEqual([before.mailboxes, before.plan])
  expect(after.messages).toEqual(expect.arrayContaining(before.messages))
  expect(new Set(after.messages).size).toBe(after.messages.length)
  expect(await demo.signInPages()).toEqual([])
  await demo.expectEnd(second, 'SIGINT', 'SIGINT')

  // While it is still starting.
  await demo.expectEnd(await demo.start('The sandbox is at'), 'SIGINT')
})

test('npm start prepares fewer days', { timeout: 480_000 }, async () => {
  await using demo = await demoStart()
  // A weekend has two days with hardly any email.
  const program = await demo.start('is ready at', ['--days', '3'])
  const { days, statuses } = await demo.lookAround()
  expect(days).toBeGreaterThanOrEqual(2)
  expect(statuses.filter((status) => status === 'processed').length).toBeGreaterThan(3)
  await demo.expectEnd(program, 'SIGTERM')
})

/** Linux lists them. */
const childrenOf = async (pid: string | number = ''): Promise<string[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)

test.runIf(process.platform === 'linux')(
  'without the sandbox npm start becomes the server, which ends with the shell of npm',
  async () => {
    await using database = await createTestDatabase()
    const installation = { DATABASE_URL: databaseAddress(database.owner), ...testSecrets }
    const port = String(await freePort())
    const settings = { ...installation, SANDBOX: 'false', PORT: port, NODE_ENV: 'development' }
    const env = { ...process.env, ...settings, npm_lifecycle_event: 'start' }
    const shell = spawn('sh', ['-c', 'node scripts/run.mjs scripts/start.ts; exit $?'], { env, stdio: 'pipe' })
    onTestFinished(() => void shell.kill('SIGKILL'))
    let output = ''
    shell.stdout.on('data', (text: Buffer) => (output += text.toString()))
    while (!output.includes('listening')) await once(shell.stdout, 'data')
    const [program, ...others] = await childrenOf(shell.pid)
    expect(others).toEqual([])
    expect(await readFile(`/proc/${program}/cmdline`, 'utf8')).toContain('server/main.ts')
    expect(await childrenOf(program)).toEqual([])

    const ended = once(shell.stdout, 'close')
    shell.kill('SIGKILL')
    await ended
    expect(output).toContain('stopping')
  },
)
