import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { logsPageSize } from '../../../contract/limits.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { type ReviewKind, reviewQuery } from '../../api/review.ts'
import { newestFirst } from '../../lib/newest-first.ts'
import { reviewPrefetchCount } from '../../limits.ts'

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((each) => each !== id))

/**
 * The messages that await an answer, one of them current.
 * @param inFlight number of answers that the server has not confirmed yet; their messages are still listed
 */
export function useReviewQueue(kind: ReviewKind, inFlight: number) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  /** Messages whose answer was undone; the server may not list them. */
  const [restored, setRestored] = useState<readonly HistoryEntry[]>([])
  const [currentId, setCurrentId] = useState<string | null>(null)
  const pages = 1 + Math.floor((skipped.size + inFlight + reviewPrefetchCount) / logsPageSize)
  const query = useQuery(reviewQuery(kind, pages))

  const isHidden = ({ id }: HistoryEntry): boolean => answered.has(id) || skipped.has(id)
  const listed = query.data?.entries ?? []
  const listedIds = new Set(listed.map(({ id }) => id))
  const unlisted = restored.filter((entry) => !listedIds.has(entry.id) && !isHidden(entry))
  const waiting = [...listed.filter((entry) => !isHidden(entry)), ...unlisted].toSorted(newestFirst)
  const current = waiting.find(({ id }) => id === currentId) ?? waiting[0] ?? null
  // Keeps the current message when newer ones arrive, which are listed before it.
  if (current && current.id !== currentId) setCurrentId(current.id)

  return {
    query,
    current,
    left: Math.max(waiting.length, (query.data?.total ?? 0) - listed.filter(isHidden).length + unlisted.length),
    skipped: skipped.size,
    /** @returns the message that is current then, null if there is none */
    next(): HistoryEntry | null {
      const index = waiting.findIndex((each) => each === current)
      const next = waiting[index + 1] ?? (index > 0 ? waiting[0] : undefined) ?? null
      setCurrentId(next?.id ?? null)
      return next
    },
    focus: (entry: HistoryEntry): void => setCurrentId(entry.id),
    hide: (entry: HistoryEntry): void => setAnswered((before) => new Set(before).add(entry.id)),
    show: (entry: HistoryEntry): void => {
      setAnswered((before) => without(before, entry.id))
      setRestored((before) => [...before.filter(({ id }) => id !== entry.id), entry])
    },
    skip: (entry: HistoryEntry): void => setSkipped((before) => new Set(before).add(entry.id)),
    unskip: (entry: HistoryEntry): void => setSkipped((before) => without(before, entry.id)),
    showSkipped: (): void => setSkipped(new Set()),
  }
}
