import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MailCertificate } from './imap/imap-server.ts'
import { startSandbox, StateFolderInUse, type Sandbox } from './sandbox.ts'
import { UnreadableState } from './storage/state-format.ts'

/** Runs the sandbox as a program: alone, or as a child process of `npm start`. */
const port = portOrExit()
const stateDir = join(process.env.DATA_DIR || '.data', 'sandbox')
const sandbox = await startOrExit()
process.stdout.write(`The sandbox is at ${sandbox.url}\n`)
process.send?.({ ready: true })

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    if (process.connected) process.disconnect?.()
    void sandbox[Symbol.asyncDispose]()
  })
}

/** Reads the ports as the product does: an empty variable is not set. */
function portOrExit(): number {
  const own = process.env.SANDBOX_PORT || null
  const wanted = own === null ? Number(process.env.PORT || 3000) + 1 : Number(own)
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= 65_535) return wanted
  process.stderr.write(
    own === null
      ? 'PORT: must be a port, 1 to 65534, as the sandbox takes the next one\n'
      : 'SANDBOX_PORT: must be a port, 1 to 65535\n',
  )
  process.exit(1)
}

/** Files in PEM, which `npm start` names. Without them the servers of IMAP mailboxes do not run. */
function readMailCertificate(): MailCertificate | undefined {
  const { SANDBOX_MAIL_CERTIFICATE: certificate, SANDBOX_MAIL_KEY: key } = process.env
  if (!certificate || !key) return undefined
  return { certificate: readFileSync(certificate, 'utf8'), privateKey: readFileSync(key, 'utf8') }
}

async function startOrExit(): Promise<Sandbox> {
  try {
    return await startSandbox({ port, demo: true, stateDir, mailCertificate: readMailCertificate() })
  } catch (error) {
    if (error instanceof UnreadableState) {
      process.stderr.write(
        `DATA_DIR: the state of the sandbox in ${stateDir} cannot be read (${error.message}). ` +
          'Run `npm start -- --fresh` to start over with an empty sandbox and database.\n',
      )
      process.exit(1)
    }
    if (error instanceof StateFolderInUse) {
      process.stderr.write(`DATA_DIR: another sandbox runs with its state in ${stateDir}: ${error.message}\n`)
      process.exit(1)
    }
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    const taken = 'port' in error && typeof error.port === 'number' ? error.port : port
    process.stderr.write(
      taken !== port
        ? `SANDBOX_PORT: port ${taken} is taken, ` +
            `where a mail server of a sandbox on port ${port} listens; ` +
            'choose another SANDBOX_PORT\n'
        : `SANDBOX_PORT: port ${port} is taken; ` +
            'choose another one, or set SANDBOX_URL to the sandbox that runs there\n',
    )
    process.exit(1)
  }
}
