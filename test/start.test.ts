import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../scripts/lib/local-app.ts'

/**
 * Runs `npm start` as run.mjs does, with an IPC channel that stays open until one of the two processes ends. Waits
 * until the output contains this text.
 */
async function startEverything(until: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailroom-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const env = { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'error', DATA_DIR: dataDir }
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  const program = fork('scripts/start.ts', { env: { ...env, ...ports }, stdio: 'pipe' })
  onTestFinished(() => void program.kill('SIGKILL'))
  let output = ''
  program.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => output, { timeout: 200_000 }).toContain(until)
  return program
}

test.each([
  ['a supervisor ends it', 'is ready at', ['SIGTERM']],
  ['Ctrl-C, which comes from the terminal and from run.mjs', 'is ready at', ['SIGINT', 'SIGINT']],
  ['while it is still starting', 'The sandbox is at', ['SIGINT']],
] as const)('npm start ends after its programs: %s', async (_, until, signals) => {
  const program = await startEverything(until)
  const ended = once(program, 'exit')
  for (const signal of signals) program.kill(signal)
  expect(await ended).toEqual([0, null])
})
