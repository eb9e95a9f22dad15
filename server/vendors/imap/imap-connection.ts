import type { ImapFlow } from 'imapflow'
import { countCall } from '../../metrics.ts'
import { timeLimitMs } from '../http/time-limit.ts'
import { imapFailure, recordResponses } from './imap-failure.ts'
import { mailServerConnectTimeoutMs, mailServerGreetingTimeoutMs } from './limits.ts'
import { mailServerFailure, type MailServerFailure } from './mail-server-failure.ts'
import type { MailServerAccount } from './mail-server.ts'
import { findSafeHost, type HostRules, type SafeHost } from './safe-host.ts'

// Users name mail servers: a hostile one costs its own connection.
/** From the address to the end of the sign-in; servers delay a refused one. */
const mailServerOpenTimeoutMs = 30_000
/** Without a byte. Longer than IDLE lasts before it is renewed. */
const imapIdleTimeoutMs = 5 * 60_000
/** Of one call: its commands, and what they return. */
const imapCallTimeoutMs = 60_000
const imapCallMaxBytes = 16 * 1024 * 1024
/** Numbers of 500,000 messages. */
const imapLineMaxBytes = 4 * 1024 * 1024
/** Larger content is read in parts. */
const imapLiteralMaxBytes = 4 * 1024 * 1024
const imapResponseMaxBytes = 8 * 1024 * 1024
/** Each takes about a hundred bytes of memory. */
const imapResponseMaxTokens = 100_000

/** How often the received bytes of a call are compared with its limit. */
const bytesCheckMs = 100

interface CallLimits {
  timeoutMs?: number
  maxBytes?: number
}

/** A signed-in connection. It is never used again after it has closed. */
export interface ImapConnection extends AsyncDisposable {
  /** What it has: capabilities, namespace, the selected folder. Commands are run by `call`. */
  readonly client: ImapFlow
  readonly isOpen: boolean
  /** Resolves when the connection has ended, by either side. */
  readonly closed: Promise<void>
  /**
   * Runs commands. A limit that is reached closes the connection.
   * @throws VendorError whose code is a `MailServerFailure`; with status 0 the effect of the commands is unknown
   */
  call<T>(work: (client: ImapFlow) => Promise<T>, limits?: CallLimits): Promise<T>
  /** Ends the connection without a word to the server. */
  abort(): void
}

/**
 * Opens a connection to the user's mail server and signs in.
 * @throws VendorError whose code is a `MailServerFailure` and names the step that failed
 */
export async function openImapConnection(account: MailServerAccount, rules: HostRules): Promise<ImapConnection> {
  const deadline = createDeadline(mailServerOpenTimeoutMs)
  let client: ImapFlow | null = null
  try {
    const host = await deadline.race(findSafeHost('imap', account.host, rules))
    client = await createClient(account, host)
    await deadline.race(client.connect())
    if (!client.capabilities.has('IMAP4rev1') && !client.capabilities.has('IMAP4rev2'))
      throw mailServerFailure('imap', 'capability_missing')
    return connectionOf(client)
  } catch (error) {
    client?.close()
    throw imapFailure(error)
  } finally {
    deadline.clear()
  }
}

async function createClient(
  { port, security, user, password }: MailServerAccount,
  { name, lookup }: SafeHost,
): Promise<ImapFlow> {
  // Loaded with the first connection: an installation for Outlook needs no client for IMAP.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: name,
    port,
    secure: security === 'tls',
    // Required: a server, or an attacker on the way, that removes STARTTLS never receives the password.
    ...(security === 'starttls' && { doSTARTTLS: true }),
    auth: { user, pass: password },
    tls: { lookup, rejectUnauthorized: true },
    clientInfo: { name: 'mailroom', version: false, vendor: false, 'support-url': false },
    logger: false,
    disableAutoIdle: true,
    // Compressed data would multiply what a hostile server sends.
    disableCompression: true,
    connectionTimeout: timeLimitMs(mailServerConnectTimeoutMs),
    greetingTimeout: timeLimitMs(mailServerGreetingTimeoutMs),
    socketTimeout: timeLimitMs(imapIdleTimeoutMs),
    maxLineLength: imapLineMaxBytes,
    maxLiteralSize: imapLiteralMaxBytes,
    maxResponseSize: imapResponseMaxBytes,
    maxResponseTokens: imapResponseMaxTokens,
  })
  // An error without a listener would end the process.
  client.on('error', () => undefined)
  recordResponses(client)
  return client
}

function connectionOf(client: ImapFlow): ImapConnection {
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve())
    if (client.isClosed) resolve()
  })
  let lastError: unknown = null
  client.on('error', (error) => void (lastError = error))
  const connection: ImapConnection = {
    client,
    closed,
    get isOpen() {
      return client.usable
    },
    async call(work, limits = {}) {
      if (!client.usable) throw mailServerFailure('imap', 'not_reachable', { code: 'closed' })
      const guard = guardCall(client, limits)
      try {
        const result = await guard.race(work(client))
        // Some commands of imapflow return as if the server had refused them where the connection was lost.
        if (!client.usable || lastError) throw mailServerFailure('imap', 'not_reachable', { code: 'closed' })
        countCall('imap', 'done')
        return result
      } catch (error) {
        throw lastError ? imapFailure(lastError) : imapFailure(error)
      } finally {
        guard.clear()
      }
    },
    abort: () => client.close(),
    async [Symbol.asyncDispose]() {
      const deadline = createDeadline(mailServerConnectTimeoutMs)
      await deadline.race(client.logout()).catch(() => undefined)
      deadline.clear()
      client.close()
    },
  }
  return connection
}

/** The limits of a call: where one is reached, the connection is closed and the call fails. */
function guardCall(client: ImapFlow, { timeoutMs = imapCallTimeoutMs, maxBytes = imapCallMaxBytes }: CallLimits) {
  const deadline = createDeadline(timeoutMs, () => client.close())
  const before = client.stats().received
  const bytes = setInterval(() => {
    if (client.stats().received - before > maxBytes) deadline.end('protocol_error')
  }, bytesCheckMs)
  return {
    race: deadline.race,
    clear() {
      clearInterval(bytes)
      deadline.clear()
    },
  }
}

/** A time limit of several steps. */
function createDeadline(ms: number, onEnd: () => void = () => undefined) {
  const ended = Promise.withResolvers<never>()
  // Where no step waits, its rejection has no listener.
  ended.promise.catch(() => undefined)
  const end = (failure: MailServerFailure): void => {
    ended.reject(mailServerFailure('imap', failure, { code: 'time_limit' }))
    onEnd()
  }
  const timer = setTimeout(() => end('not_reachable'), timeLimitMs(ms))
  return {
    end,
    race<T>(this: void, step: Promise<T>): Promise<T> {
      return Promise.race([step, ended.promise])
    },
    clear: () => clearTimeout(timer),
  }
}
