import { type RefObject, useEffect, useRef, useState } from 'react'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { formatCount } from '../../lib/format.ts'
import { announce } from '../../ui/announcer.tsx'
import { HistoryItem } from './history-item.tsx'
import { useListInUse } from './use-list-in-use.ts'

interface HistoryListProps {
  entries: readonly HistoryEntry[]
  /** Newer mail arrives here while somebody looks. */
  live: boolean
  onInUseChange: (inUse: boolean) => void
}

export function HistoryList({ entries, live, onInUseChange }: HistoryListProps) {
  const newest = entries[0]?.processed_at ?? ''
  // What is newer than the first look is tinted as it comes; another page or filter is another look.
  const [since, setSince] = useState({ live, newest })
  if (since.live !== live) setSince({ live, newest })
  const isNew = (entry: HistoryEntry): boolean => live && entry.processed_at > since.newest
  useSaidArrivals(entries.filter(isNew).length)
  const list = useRef<HTMLOListElement>(null)
  useKeptFocus(list)
  useListInUse(list, onInUseChange)

  return (
    <ol ref={list} aria-label="Processed emails, newest first" className="divide-y divide-line">
      {entries.map((entry) => (
        <HistoryItem key={entry.id} entry={entry} arrived={isNew(entry)} />
      ))}
    </ol>
  )
}

function useSaidArrivals(arrived: number): void {
  const said = useRef(arrived)
  useEffect(() => {
    if (arrived > said.current) announce(`${formatCount(arrived - said.current, 'new email')} in the history`)
    said.current = arrived
  }, [arrived])
}

/** A mail that was moved may leave a filtered list, and the focus with it: then the list's heading takes it. */
function useKeptFocus(list: RefObject<HTMLOListElement | null>): void {
  const inside = useRef(false)
  useEffect(() => {
    const listening = new AbortController()
    const look = ({ target }: FocusEvent): void => {
      inside.current = target instanceof Node && list.current?.contains(target) === true
    }
    document.addEventListener('focusin', look, { signal: listening.signal })
    return () => listening.abort()
  }, [list])
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[data-list-heading]')?.focus()
  })
}
