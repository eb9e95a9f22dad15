import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/lib/free-port.ts'
import { ofFile } from './kit/of-file.ts'
import { createTestDatabase } from './kit/database.ts'
import { databaseAddress } from './kit/database-address.ts'
import { demoStart } from './kit/demo-start.ts'
import { testSecrets } from './kit/test-secrets.ts'

const database = await ofFile(createTestDatabase())
const installation = { DATABASE_URL: databaseAddress(database.owner), ...testSecrets }

// What it prepares where the sandbox stands in for Outlook: `scripts/lib/demo-past.test.ts` and `start.long.test.ts`.
test('npm start runs the programs, and ends after them', async () => {
  const outlook = {
    MICROSOFT_CLIENT_ID: '11111111-2222-4333-8444-555555555555',
    MICROSOFT_CLIENT_SECRET: 'its secret',
    SANDBOX: 'true',
  }
  await using demo = await demoStart({ ...installation, ...outlook })
  const program = await demo.start('is ready at')
  expect(await demo.statuses()).toEqual([200, 200])
  // Ctrl-C may arrive twice, from the terminal and from npm.
  await demo.expectEnd(program, 'SIGINT', 'SIGINT')
})

/** Linux lists them. */
const childrenOf = async (pid: string | number = ''): Promise<string[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)

test.runIf(process.platform === 'linux')(
  'without the sandbox npm start becomes the server, which ends with the shell of npm',
  async () => {
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
