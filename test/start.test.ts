import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { MailboxList } from '../contract/functions/mail-graph.ts'
import { demoPassword } from '../scripts/lib/demo-account.ts'
import { freePort } from '../scripts/lib/local-app.ts'
import { callFunction, openProduct, readTable, signInOrUp } from '../scripts/lib/product-client.ts'

/** Several starts with one DATA_DIR: each finds what the one before has left. */
let dataDir: string
let ports: { PORT: string; SANDBOX_PORT: string }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mailroom-start-'))
  ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/**
 * Runs `npm start` as run.mjs does, with an IPC channel that stays open until one of the two processes ends. Waits
 * until the output contains this text.
 */
async function startEverything(until: string): Promise<ChildProcess> {
  // The demo account exists for each value of SIGN_UP.
  const signUp = { SIGN_UP: 'closed', AUTH_CONFIRM_EMAIL: 'true' }
  const env = { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...signUp }
  const program = fork('scripts/start.ts', { env: { ...env, ...ports }, stdio: 'pipe' })
  onTestFinished(() => void program.kill('SIGKILL'))
  let output = ''
  program.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => output, { timeout: 200_000 }).toContain(until)
  return program
}

async function expectEnd(program: ChildProcess, ...signals: NodeJS.Signals[]): Promise<void> {
  const ended = once(program, 'exit')
  for (const signal of signals) program.kill(signal)
  expect(await ended).toEqual([0, null])
}

const Logs = z.array(z.object({ internet_message_id: z.string(), processed_at: z.string(), status: z.string() }))
const Plan = z.array(z.object({ status: z.string(), plans: z.object({ name: z.string() }) }))

/** What the user of the demo sees. */
async function lookAround() {
  const email = 'robin.maes@tidewell.example'
  const product = await openProduct(`http://127.0.0.1:${ports.PORT}`)
  const user = await signInOrUp(product, email, demoPassword)
  const rows = async (query: string): Promise<unknown> => (await readTable(product, user, query)).json()
  const { mailboxes } = MailboxList.parse(await callFunction(product, user, 'mail-graph', { action: 'status' }))
  return {
    mailboxes: mailboxes.map(({ id, status, has_webhook }) => ({ id, status, has_webhook })),
    logs: Logs.parse(await rows('email_processing_logs?select=internet_message_id,processed_at,status')),
    plan: Plan.parse(await rows('subscriptions?select=status,plans(name)')),
  }
}

const signInPages = async (): Promise<unknown[]> => {
  const log = await fetch(`http://127.0.0.1:${ports.SANDBOX_PORT}/control/log`)
  const calls = z.array(z.object({ service: z.string(), path: z.string() })).parse(await log.json())
  return calls.filter(({ service, path }) => service === 'entra' && path.includes('/authorize'))
}

test('npm start prepares a demo with two weeks of email, which the next start finds again', {
  timeout: 480_000,
}, async () => {
  const first = await startEverything('is ready at')
  const before = await lookAround()
  expect(before.mailboxes).toMatchObject([{ status: 'active', has_webhook: true }])
  expect(before.plan).toEqual([{ status: 'active', plans: { name: 'Business' } }])
  expect(new Set(before.logs.map(({ processed_at }) => processed_at.slice(0, 10))).size).toBeGreaterThanOrEqual(13)
  expect(before.logs.filter(({ status }) => status === 'processed').length).toBeGreaterThan(40)
  expect(before.logs.some(({ status }) => status === 'left')).toBe(true)
  // A supervisor ends it.
  await expectEnd(first, 'SIGTERM')

  const second = await startEverything('is ready at')
  const after = await lookAround()
  expect({ ...after, logs: [] }).toEqual({ ...before, logs: [] })
  const messages = after.logs.map(({ internet_message_id }) => internet_message_id)
  expect(messages).toEqual(expect.arrayContaining(before.logs.map(({ internet_message_id }) => internet_message_id)))
  expect(new Set(messages).size).toBe(messages.length)
  expect(await signInPages()).toEqual([])
  // Ctrl-C, which comes from the terminal and from run.mjs.
  await expectEnd(second, 'SIGINT', 'SIGINT')
})

test('npm start ends after its programs while it is still starting', async () => {
  await expectEnd(await startEverything('The sandbox is at'), 'SIGINT')
})
