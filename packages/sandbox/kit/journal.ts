import { blot } from './blot.ts'

/** One call that arrived, or one notification that was tried. Bodies are kept as text; reading them blots secrets out. */
export type JournalEntry = {
  service: string
  at: string
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** 0 where no answer came. */
  status: number
  response: string
  mailbox: string | null
  requestId: string | null
  /** Calls to the same mailbox under way when this one started, itself included. */
  concurrency: number
  /** Ids of the faults that acted on it. */
  faults: string[]
}

export type Journal = {
  add(entry: JournalEntry): void
  entries(service?: string): JournalEntry[]
  clear(service?: string): void
}

/** What is kept: enough for any test, bounded so that a demo can run for weeks. */
const MOST_BYTES = 64 * 2 ** 20
const MOST_ENTRIES = 50_000

export function createJournal(): Journal {
  let kept: JournalEntry[] = []
  let first = 0
  let bytes = 0
  const sizeOf = (entry: JournalEntry) => 500 + entry.body.length + entry.response.length

  return {
    add(entry) {
      kept.push(entry)
      bytes += sizeOf(entry)
      while (first < kept.length - 1 && (bytes > MOST_BYTES || kept.length - first > MOST_ENTRIES)) {
        const oldest = kept[first++]
        if (oldest) bytes -= sizeOf(oldest)
      }
      if (first > MOST_ENTRIES) {
        kept = kept.slice(first)
        first = 0
      }
    },
    entries: (service) => kept.slice(first).filter((entry) => !service || entry.service === service),
    clear(service) {
      kept = service ? kept.slice(first).filter((entry) => entry.service !== service) : []
      first = 0
      bytes = kept.reduce((sum, entry) => sum + sizeOf(entry), 0)
    },
  }
}

/** The shape in which the control door shows an entry. */
export function presentEntry(entry: JournalEntry) {
  const { service, at, method, url, headers, body, status, response, concurrency, requestId, mailbox } = entry
  const about = { service, at, method, url: blot.url(url), headers: blot.headers(headers) }
  return { ...about, body: blot.body(body), status, response: blot.body(response), concurrency, requestId, mailbox }
}

/** The short form: what came and how it ended, with no secret and no mail in it. */
export function logEntry(entry: JournalEntry) {
  const { service, at, method, url, headers, status, requestId, mailbox, concurrency, faults } = entry
  const path = blot.url(url).replace(/^https?:\/\/[^/]+/, '')
  return { service, at, method, path, prefer: headers.prefer ?? null, status, requestId, mailbox, concurrency, faults }
}
