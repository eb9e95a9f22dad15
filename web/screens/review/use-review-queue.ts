import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { reviewQuery } from '../../api/review.ts'
import { useMarkedEmails } from '../../features/mail/answered-emails.ts'
import { type ReviewEmail, reviewGroups } from '../../features/mail/review-groups.ts'
import { answerable, partKey, rowAfter, type ReviewRow, rowsOf } from './review-rows.ts'

/** What the link to the review asks for. */
export interface ReviewStart {
  /** Key of a group. */
  group: string | undefined
  /** Begins with what fits no folder. */
  isNoFolder: boolean
  /** Answers the emails of the group one by one. */
  isOpen: boolean
}

const without = (ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !removed.includes(id)))
const idsOf = (emails: readonly ReviewEmail[]): string[] => emails.map(({ entry }) => entry.id)

/** The emails that await an answer, in groups, one of them current. */
export function useReviewQueue(start: ReviewStart) {
  const query = useQuery(reviewQuery())
  const known = useKnownEntries(query.data?.entries)
  const marks = useMarkedEmails()
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(start.isOpen && start.group ? [start.group] : []))

  const groups = useMemo(() => reviewGroups([...known.values()]), [known])
  const entries = query.data?.entries ?? []
  const listed = new Set(entries.flatMap(({ id, corrected_at }) => (corrected_at === null ? id : [])))
  const isUndone = (id: string): boolean => marks.get(id)?.is === 'undone'
  const isHidden = (id: string): boolean => marks.get(id)?.is === 'answered' || skipped.has(id)
  const isWaiting = ({ entry: { id } }: ReviewEmail): boolean => (listed.has(id) || isUndone(id)) && !isHidden(id)
  const rows = rowsOf(groups, { isWaiting, opened })
  const { current, select, selectEmail, step } = useCurrentRow(rows, start)
  const waiting = answerable(rows).reduce((sum, { emails }) => sum + emails.length, 0)
  const unlisted = [...known.keys()].filter((id) => isUndone(id) && !listed.has(id) && !isHidden(id)).length
  const hidden = entries.filter(({ id }) => !listed.has(id) || isHidden(id)).length

  return {
    query,
    known,
    rows,
    current,
    /** Also those beyond the ones that are loaded. */
    left: Math.max(waiting, (query.data?.total ?? 0) - hidden + unlisted),
    skipped: skipped.size,
    next: (row: ReviewRow): ReviewRow | null => rowAfter(rows, row),
    select,
    step,
    selectEmail,
    open: ({ group, emails }: ReviewRow, email = emails[0]): void => {
      setOpened((before) => new Set(before).add(group.key))
      if (email) select(partKey(email))
    },
    close: ({ group }: ReviewRow): void => {
      setOpened((before) => without(before, [group.key]))
      select(group.key)
    },
    skip: (emails: readonly ReviewEmail[]): void => setSkipped((before) => new Set([...before, ...idsOf(emails)])),
    unskip: (emails: readonly ReviewEmail[]): void => setSkipped((before) => without(before, idsOf(emails))),
    showSkipped: (): void => setSkipped(new Set()),
  }
}

/** All emails that were listed so far: the groups stay as they are while their emails are answered. */
function useKnownEntries(listed: readonly HistoryEntry[] | undefined): ReadonlyMap<string, HistoryEntry> {
  const [known, setKnown] = useState<ReadonlyMap<string, HistoryEntry>>(new Map())
  const [last, setLast] = useState<readonly HistoryEntry[]>()
  if (!listed || listed === last) return known
  const all = new Map([...known, ...listed.map((entry) => [entry.id, entry] as const)])
  setLast(listed)
  setKnown(all)
  return all
}

/** Stays at its place when it is answered here or elsewhere, and with its email when others arrive. */
function useCurrentRow(rows: readonly ReviewRow[], start: ReviewStart) {
  const [place, setPlace] = useState<{ key: string | null; index: number }>({ key: null, index: 0 })
  const [wantedEmail, setWantedEmail] = useState<string | null>(null)
  const all = answerable(rows)
  const wanted = all.find(({ emails }) => emails.some(({ entry }) => entry.id === wantedEmail))
  const current =
    wanted ?? all.find(({ key }) => key === place.key) ?? (place.key === null ? firstRow(all, start) : null)
  const shown = current ?? all[Math.min(place.index, all.length - 1)] ?? null
  const index = shown ? all.indexOf(shown) : place.index
  if (wanted) setWantedEmail(null)
  if (shown && (shown.key !== place.key || index !== place.index)) setPlace({ key: shown.key, index })
  const select = (key: string): void => setPlace({ key, index })
  return {
    current: shown,
    select,
    /** The row that this email is in, once it is shown. */
    selectEmail: ({ entry }: ReviewEmail): void => setWantedEmail(entry.id),
    step: (by: 1 | -1): void => {
      const row = all[index + by]
      if (row) select(row.key)
    },
  }
}

const firstRow = (rows: readonly ReviewRow[], { group, isNoFolder }: ReviewStart): ReviewRow | undefined =>
  rows.find((row) => row.group.key === group) ??
  (isNoFolder ? rows.find(({ emails }) => emails.every(({ entry }) => entry.reason === 'no_match')) : undefined)
