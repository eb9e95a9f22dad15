import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { MailboxList } from '../../contract/functions/mail-graph.ts'
import { demoPassword } from '../../scripts/lib/demo-account.ts'
import { demoAddress } from '../../server/simulated-services.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { callFunction, openProduct, readTable, signInOrUp } from '../../scripts/lib/product-client.ts'

const Logs = z.array(z.object({ internet_message_id: z.string(), processed_at: z.string(), status: z.string() }))
const Plan = z.array(z.object({ status: z.string(), plans: z.object({ name: z.string() }) }))
const Calls = z.array(z.object({ service: z.string(), path: z.string() }))

/**
 * Several runs of `npm start` with one DATA_DIR: each finds what the one before has left.
 * @param settings with a DATABASE_URL no past of the demo is prepared, which takes most of the time
 */
export async function demoStart(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailroom-start-'))
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  const programs: ChildProcess[] = []

  return {
    /**
     * Runs `npm start` as run.mjs does, with an IPC channel that stays open until one of the two processes ends. Waits
     * until the output contains this text.
     */
    async start(until: string, args: string[] = []): Promise<ChildProcess> {
      // The demo account exists for each value of SIGN_UP.
      const signUp = { SIGN_UP: 'closed', AUTH_CONFIRM_EMAIL: 'true' }
      const env = {
        ...process.env,
        NODE_ENV: 'development',
        LOG_LEVEL: 'error',
        DATA_DIR: dataDir,
        ...signUp,
        ...settings,
      }
      const program = fork('scripts/start.ts', args, { env: { ...env, ...ports }, stdio: 'pipe' })
      programs.push(program)
      let output = ''
      program.stdout?.on('data', (text: Buffer) => (output += text.toString()))
      // Beside much other work a start takes forty times as long.
      await expect.poll(() => output, { timeout: 500_000 }).toContain(until)
      return program
    },
    async expectEnd(program: ChildProcess, ...signals: NodeJS.Signals[]): Promise<void> {
      const ended = once(program, 'exit')
      for (const signal of signals) program.kill(signal)
      expect(await ended).toEqual([0, null])
    },
    /** How the page and the sandbox respond. */
    statuses: () =>
      Promise.all(
        [`${ports.PORT}/readyz`, `${ports.SANDBOX_PORT}/`].map(
          async (address) => (await fetch(`http://127.0.0.1:${address}`)).status,
        ),
      ),
    /** What the user of the demo sees. */
    async lookAround() {
      const product = await openProduct(`http://127.0.0.1:${ports.PORT}`)
      const user = await signInOrUp(product, demoAddress, demoPassword)
      const rows = async (query: string): Promise<unknown> => (await readTable(product, user, query)).json()
      const { mailboxes } = MailboxList.parse(await callFunction(product, user, 'mail-graph', { action: 'status' }))
      const logs = Logs.parse(await rows('email_processing_logs?select=internet_message_id,processed_at,status'))
      return {
        mailboxes: mailboxes.map(({ id, status, has_webhook }) => ({ id, status, has_webhook })),
        plan: Plan.parse(await rows('subscriptions?select=status,plans(name)')),
        messages: logs.map(({ internet_message_id }) => internet_message_id),
        days: new Set(logs.map(({ processed_at }) => processed_at.slice(0, 10))).size,
        statuses: logs.map(({ status }) => status),
      }
    },
    async signInPages(): Promise<unknown[]> {
      const log = await fetch(`http://127.0.0.1:${ports.SANDBOX_PORT}/control/log`)
      return Calls.parse(await log.json()).filter(
        ({ service, path }) => service === 'entra' && path.includes('/authorize'),
      )
    },
    async [Symbol.asyncDispose]() {
      for (const program of programs) program.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
