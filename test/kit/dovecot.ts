import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { freePort } from '../../scripts/lib/free-port.ts'
import { dovecotConfig, sieveFile, type DovecotOptions } from './dovecot-config.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'
import { type Account, chownToMail, findAccount } from './mail-account.ts'
import { mailCertificate } from './mail-certificate.ts'
import { runGuarded } from './guarded-server.ts'

const env = { PATH: `${process.env['PATH']}:/usr/sbin`, TZ: 'UTC' }
/** Starts the server of this folder. @throws with its log where it does not start */
async function runDovecot(folder: string) {
  const server = runGuarded(folder, ['dovecot', '-F', '-c', `${folder}/dovecot.conf`], env)
  const log: string[] = []
  const isReady = await new Promise<boolean>((resolve) => {
    server.onLine((line) => {
      log.push(line)
      if (line.includes(' starting up ')) resolve(true)
      if (line.includes('Fatal:') || line.includes('Error:')) resolve(false)
    })
  })
  if (isReady) return server
  await server.stop()
  await server.end()
  throw new Error(`Dovecot does not start:\n${log.join('\n')}`)
}

const runDoveadm = (folder: string, args: readonly string[], input?: string | Buffer): Promise<string> =>
  runProgram('doveadm', folder, args, input)

/** @throws with the message of the command where it fails */
async function runProgram(name: string, folder: string, args: readonly string[], input?: string | Buffer) {
  const child = spawn(name, ['-c', `${folder}/dovecot.conf`, ...args], { env, stdio: 'pipe' })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code === 0) return output
  throw new Error(`${name} ${args.join(' ')} ended with ${code}: ${errors}${output}`)
}

interface StoredEmail {
  /** Stays with an email that is moved or copied. */
  guid: string
  folder: string
  uid: number
  flags: string[]
  size: number
  received: string
  /** SHA-256 of the whole email. */
  hash: string
}

const Rows = z.array(z.record(z.string(), z.string()))
/** A Dovecot of its own on loopback: one for a test file, a mailbox for each test. */
export async function startDovecot(options: DovecotOptions = {}) {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(await fastTemporaryFolder(), 'mailroom-dovecot-'))
  const { certificate, privateKey } = mailCertificate()
  const [port, plainPort] = [await freePort(), await freePort()]
  const account = await findAccount()
  await prepareFolder(folder, account)
  await writeFile(path.join(folder, 'certificate.pem'), certificate)
  await writeFile(path.join(folder, 'key.pem'), privateKey, { mode: 0o600 })
  await writeFile(path.join(folder, 'dovecot.conf'), dovecotConfig(folder, { port, plainPort }, account, options))
  if (options.sieve !== undefined) await writeFile(sieveFile(folder), options.sieve)

  /** Runs a command of `doveadm`. Folder names are in UTF-8. @throws with its message where it fails */
  const doveadm = (...args: string[]): Promise<string> => runDoveadm(folder, args)

  async function fetchRows(user: string, fields: string[], query: string[]): Promise<Record<string, string>[]> {
    return Rows.parse(JSON.parse(await doveadm('-f', 'json', 'fetch', '-u', user, fields.join(' '), ...query)))
  }

  /** Signs in as often as it takes: Dovecot reads a user's password again after at most a second. */
  async function untilSignIn(user: string, password: string, isExpected: (output: string) => boolean): Promise<void> {
    for (;;) {
      const output = await doveadm('auth', 'test', user, password).catch(String)
      if (isExpected(output)) return
    }
  }

  const passwordFile = (user: string): string => path.join(folder, 'passwords', user)
  let server = await runDovecot(folder)
  stack.defer(() => server.end())
  const started = stack.move()
  return {
    host: '127.0.0.1',
    /** Of TLS connections. */
    port,
    /** Offers STARTTLS and, on loopback, accepts a sign-in in clear text, as a proxy that ends TLS needs. */
    plainPort,
    /** Trusted by this process; another one needs it as NODE_EXTRA_CA_CERTS. */
    certificate,
    certificateFile: path.join(folder, 'certificate.pem'),
    password: defaultPassword,
    doveadm,

    /** A mailbox of a new user. @returns the address with which to sign in */
    async newMailbox(): Promise<string> {
      const user = `${randomBytes(6).toString('hex')}@dovecot.example`
      await mkdir(path.join(folder, 'commands', user))
      await chmod(path.join(folder, 'commands', user), 0o777)
      await writeFile(passwordFile(user), `${user}:{PLAIN}${defaultPassword}\n`)
      return user
    },

    async changePassword(user: string, password: string): Promise<void> {
      await rm(passwordFile(user))
      await writeFile(passwordFile(user), `${user}:{PLAIN}${password}\n`)
      await untilSignIn(user, password, (output) => output.includes('auth succeeded'))
    },

    /** Lets sign-ins end with `NO [UNAVAILABLE]`, until `changePassword`. */
    async failSignIns(user: string): Promise<void> {
      await rm(passwordFile(user))
      await symlink(passwordFile(user), passwordFile(user))
      await untilSignIn(user, defaultPassword, (output) => output.includes('temp_fail'))
    },

    async createFolder(user: string, name: string): Promise<void> {
      await doveadm('mailbox', 'create', '-u', user, '-s', name)
    },

    /** As an email arrives: where the filter of the server has it stored. */
    async deliver(user: string, mime: string): Promise<void> {
      await runProgram('/usr/lib/dovecot/dovecot-lda', folder, ['-d', user], mime)
    },

    /** Delivers an email to a folder. */
    async save(user: string, name: string, mime: string | Buffer): Promise<void> {
      await runDoveadm(folder, ['save', '-u', user, '-m', name], mime)
    },

    /** @param query of `doveadm search`, e.g. `'mailbox', 'INBOX', 'all'` */
    fetch: (user: string, fields: string[], ...query: string[]) => fetchRows(user, fields, query),

    /** All emails of a mailbox as the server itself reports them, in the order of folder and UID. */
    async listEmails(user: string): Promise<StoredEmail[]> {
      const fields = ['guid', 'mailbox', 'uid', 'flags', 'size.virtual', 'date.received', 'text']
      // A virtual folder shows the emails of others.
      const notVirtual = ['NOT', 'mailbox', `Virtual${options.namespace?.separator ?? '/'}*`]
      const rows = await fetchRows(user, fields, notVirtual)
      return rows.map(toStoredEmail).toSorted((a, b) => a.folder.localeCompare(b.folder) || a.uid - b.uid)
    },

    /** What clients sent after their sign-in, in the order of connections: `['SELECT', 'UID MOVE 1 Invoices', …]`. */
    async commandsOf(user: string): Promise<string[]> {
      const logs = path.join(folder, 'commands', user)
      const names = (await readdir(logs)).filter((name) => name.endsWith('.in')).toSorted()
      const texts = await Promise.all(names.map((name) => readFile(path.join(logs, name), 'utf8')))
      return texts.flatMap((text) => text.trimEnd().split('\n').map(withoutTag))
    },

    /** As in an outage of the server: connections end, and new ones are refused until `start`. */
    stop: () => server.stop(),
    async start(): Promise<void> {
      server = await runDovecot(folder)
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>

const defaultPassword = 'correct horse battery staple'

async function prepareFolder(folder: string, { isRoot }: Account): Promise<void> {
  await chmod(folder, 0o755)
  for (const name of ['run', 'state', 'mail', 'passwords', 'commands', 'virtual/All'])
    await mkdir(path.join(folder, name), { recursive: true })
  await writeFile(path.join(folder, 'virtual/All/dovecot-virtual'), '*\n  all\n')
  if (isRoot) await chownToMail(path.join(folder, 'mail'))
}

function toStoredEmail(row: Record<string, string>): StoredEmail {
  return {
    guid: row['guid'] ?? '',
    folder: row['mailbox'] ?? '',
    uid: Number(row['uid']),
    flags: (row['flags'] ?? '')
      .split(' ')
      .filter((flag) => flag !== '' && flag !== '\\Recent')
      .toSorted(),
    size: Number(row['size.virtual']),
    received: row['date.received'] ?? '',
    hash: createHash('sha256')
      .update(row['text'] ?? '')
      .digest('hex'),
  }
}

/** `1795974184.910853 12 UID FETCH 1 (FLAGS)` without the time and the tag. */
const withoutTag = (line: string): string => line.trimEnd().replace(/^[\d.]+ (?:\S+ )?/, '')
