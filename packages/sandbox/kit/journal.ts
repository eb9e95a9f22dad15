import { redact } from './redact.ts'

/** One received call or one attempt of a notification. Bodies are stored as text; the control API redacts them. */
export type JournalEntry = {
  service: string
  at: string
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** 0 where there is no response. */
  status: number
  response: string
  mailbox: string | null
  requestId: string | null
  /** The number of running calls of the same mailbox when this one started, itself included. */
  concurrency: number
  /** Ids of the faults that affected it. */
  faults: string[]
}

export type Journal = {
  add(entry: JournalEntry): void
  entries(service?: string): JournalEntry[]
  clear(service?: string): void
}

/** Enough for any test, and a bound on memory for a demo that runs for weeks. */
const MAX_BYTES = 64 * 2 ** 20
const MAX_ENTRIES = 50_000

export function createJournal(): Journal {
  let stored: JournalEntry[] = []
  let first = 0
  let bytes = 0
  const sizeOf = (entry: JournalEntry) => 500 + entry.body.length + entry.response.length

  return {
    add(entry) {
      stored.push(entry)
      bytes += sizeOf(entry)
      while (first < stored.length - 1 && (bytes > MAX_BYTES || stored.length - first > MAX_ENTRIES)) {
        const oldest = stored[first++]
        if (oldest) bytes -= sizeOf(oldest)
      }
      if (first > MAX_ENTRIES) {
        stored = stored.slice(first)
        first = 0
      }
    },
    entries: (service) => stored.slice(first).filter((entry) => !service || entry.service === service),
    clear(service) {
      stored = service ? stored.slice(first).filter((entry) => entry.service !== service) : []
      first = 0
      bytes = stored.reduce((sum, entry) => sum + sizeOf(entry), 0)
    },
  }
}

/** The form of an entry in `GET /control/requests`. */
export function presentEntry(entry: JournalEntry) {
  const { service, at, method, url, headers, body, status, response, concurrency, requestId, mailbox } = entry
  const about = { service, at, method, url: redact.url(url), headers: redact.headers(headers) }
  return { ...about, body: redact.body(body), status, response: redact.body(response), concurrency, requestId, mailbox }
}

/** The form of an entry in `GET /control/log`, without bodies. */
export function logEntry(entry: JournalEntry) {
  const { service, at, method, url, headers, status, requestId, mailbox, concurrency, faults } = entry
  const path = redact.url(url).replace(/^https?:\/\/[^/]+/, '')
  return { service, at, method, path, prefer: headers.prefer ?? null, status, requestId, mailbox, concurrency, faults }
}
