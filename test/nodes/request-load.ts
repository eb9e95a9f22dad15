import { setTimeout as delay } from 'node:timers/promises'
import type { AppHandle } from '../../bench/lib/bench-app.ts'
import type { BenchMailbox } from '../../bench/lib/mailboxes.ts'

interface RequestLoad extends AsyncDisposable {
  /** Ends the load. @returns how many requests had which result, such as `GET / 200` */
  stop(): Promise<Record<string, number>>
}

interface Call {
  method?: string
  path: string
  body?: object
  pauseMs?: number
}

const PAUSE_MS = 50
const eventsPath = '/api/events'

const callsOf = ({ mailboxId }: BenchMailbox): Call[] => [
  { path: '/' },
  { path: '/config.json' },
  { path: '/auth/v1/user' },
  { path: eventsPath },
  { path: `/rest/v1/email_processing_logs?mailbox_id=eq.${mailboxId}&order=created_at.desc&limit=10` },
  { path: `/rest/v1/email_folders?mailbox_id=eq.${mailboxId}`, method: 'PATCH', body: { active: true } },
  // Up to 120 calls a minute.
  {
    path: '/functions/v1/dashboard-overview',
    method: 'POST',
    body: { action: 'summary', timeZone: 'UTC' },
    pauseMs: 600,
  },
]

/** A user reads and writes as the page does. */
export function startRequests(app: AppHandle, mailbox: BenchMailbox): RequestLoad {
  const stopping = new AbortController()
  const results: Record<string, number> = {}
  const headers = {
    authorization: `Bearer ${mailbox.user.accessToken}`,
    apikey: app.ctx.access.anonKey,
    'content-type': 'application/json',
  }
  async function repeat({ method = 'GET', path, body, pauseMs = PAUSE_MS }: Call): Promise<void> {
    // Event streams last until they are ended.
    const signal = path === eventsPath ? stopping.signal : null
    const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) }
    while (!stopping.signal.aborted) {
      const result = await resultOf(fetch(app.url + path, init))
      if (result === 'AbortError') return
      const key = `${method} ${path.replace(/\?.*/, '')} ${result}`
      results[key] = (results[key] ?? 0) + 1
      await delay(pauseMs)
    }
  }
  const running = callsOf(mailbox).map(repeat)
  const stop = async (): Promise<Record<string, number>> => {
    stopping.abort()
    await Promise.all(running)
    return results
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/** Status of a complete response, else what broke the connection. */
async function resultOf(sent: Promise<Response>): Promise<string> {
  try {
    const response = await sent
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.name
  }
}
