import { useEffect, useState } from 'react'
import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import { scanInbox } from '../../api/tidy-up.ts'

interface Scan {
  state: 'reading' | 'done' | 'failed'
  emails: readonly TidyUpEmail[]
  read: number
  /** Null: not known before the first page. */
  total: number | null
  /** Where the next page begins. */
  next: string | null
  unknownFolderIds: readonly string[]
  /** Why it ended before the last page. */
  error: unknown
}

const unread: Scan = {
  state: 'reading',
  emails: [],
  read: 0,
  total: null,
  next: null,
  unknownFolderIds: [],
  error: null,
}

/** Reads the inbox of the last days page by page, until it is left; nothing is kept afterwards. */
export function useInboxScan(mailboxId: string) {
  const [scan, setScan] = useState(unread)
  const [start, setStart] = useState<{ from: string | null }>({ from: null })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    void readPages(mailboxId, start.from, signal, (change) => {
      if (!signal.aborted) setScan((before) => ({ ...before, ...change(before) }))
    })
    return () => leaving.abort()
  }, [mailboxId, start])
  return {
    ...scan,
    /** Continues after a failure: what was read stays. */
    resume: (): void => {
      setScan((before) => ({ ...before, state: 'reading', error: null }))
      setStart({ from: scan.next })
    },
    restart: (): void => {
      setScan(unread)
      setStart({ from: null })
    },
  }
}
export type InboxScan = ReturnType<typeof useInboxScan>

async function readPages(
  mailboxId: string,
  from: string | null,
  signal: AbortSignal,
  update: (change: (before: Scan) => Partial<Scan>) => void,
): Promise<void> {
  try {
    for (let at = from; ; ) {
      const { emails, read, total, next, unknownFolderIds } = await scanInbox(mailboxId, at, signal)
      update((before) => ({
        // An email that arrives meanwhile can show the last one of a page again.
        emails: [...new Map([...before.emails, ...emails].map((email) => [email.messageId, email])).values()],
        read: before.read + read,
        total,
        next,
        unknownFolderIds,
        state: next === null ? 'done' : 'reading',
      }))
      if (next === null || signal.aborted) return
      at = next
    }
  } catch (error) {
    update(() => ({ state: 'failed', error }))
  }
}
