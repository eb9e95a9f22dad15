import { type ComponentProps, memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { now } from '../../lib/clock.ts'
import { formatDay } from '../../lib/format.ts'
import { tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { focusListHeading } from './list-heading.tsx'
import { EmailRow, prepareEmailRows } from './email-row.tsx'
import { useCorrections } from './use-corrections.ts'
import { type GivenAnswers, useListKeys } from './use-list-keys.ts'

interface EmailListProps {
  label: string
  entries: readonly HistoryEntry[]
  /** False: all are of one mailbox, which is named elsewhere. */
  namesMailbox: boolean
  /** New messages are added while the page is open. */
  live: boolean
  /** The screen is about this list. */
  hasScreen?: boolean
  onInUseChange: (inUse: boolean) => void
}

/** Emails that were looked at, newest first. */
export function EmailList({ label, entries, namesMailbox, live, hasScreen = false, onInUseChange }: EmailListProps) {
  const newest = entries[0]?.processed_at ?? ''
  // Entries newer than the first render are highlighted; another page or filter starts again.
  const [baseline, setBaseline] = useState({ live, newest })
  if (baseline.live !== live) setBaseline({ live, newest })
  const isNew = (entry: HistoryEntry): boolean => live && entry.processed_at > baseline.newest
  useArrivalAnnouncement(entries.filter(isNew).length)
  const list = useRef<HTMLOListElement>(null)
  const answers = useListKeys(list, hasScreen)
  useFocusFallback(list)
  useListInUse(list, (inUse) => {
    if (inUse) prepareEmailRows()
    onInUseChange(inUse)
  })

  return (
    <ol ref={list} aria-label={label} data-keys className="@container divide-y divide-line">
      {entries.map((entry, at) => (
        <CorrectableRow
          key={entry.id}
          entry={entry}
          answers={answers}
          arrived={isNew(entry)}
          namesMailbox={namesMailbox}
          day={dayOf(entry) === dayOf(entries[at - 1]) ? null : dayOf(entry)}
        />
      ))}
    </ol>
  )
}

interface RowProps extends Omit<ComponentProps<typeof EmailRow>, 'corrections'> {
  answers: GivenAnswers
}

const CorrectableRow = memo(function CorrectableRow({ answers, ...props }: RowProps) {
  return <EmailRow {...props} corrections={useCorrections(props.entry, answers)} />
})

const dayOf = (entry: HistoryEntry | undefined): string | null => (entry ? formatDay(entry.processed_at, now()) : null)

function useArrivalAnnouncement(arrived: number): void {
  const announced = useRef(arrived)
  useEffect(() => {
    if (arrived > announced.current)
      announce(tn(arrived - announced.current, '{count} new email in the history', '{count} new emails in the history'))
    announced.current = arrived
  }, [arrived])
}

/** A moved message can leave a filtered list together with the focus: then the heading of the list gets the focus. */
function useFocusFallback(list: RefObject<HTMLOListElement | null>): void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const onFocusIn = ({ target }: FocusEvent): void => {
      focused.current = target instanceof Element && list.current?.contains(target) === true ? target : null
    }
    document.addEventListener('focusin', onFocusIn, { signal: listening.signal })
    return () => listening.abort()
  }, [list])
  useEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    // The user leaves the list: between two elements, the body has the focus.
    if (focused.current.isConnected && !focused.current.matches(':disabled')) return
    focusListHeading({ preventScroll: false })
  })
}

/**
 * Reports when the user starts and stops using a list: with the pointer over it, the keyboard focus in it, or a row
 * open. New rows would then move what the user is about to press, or is reading.
 */
function useListInUse(ref: RefObject<HTMLElement | null>, onInUseChange: (inUse: boolean) => void): void {
  const report = useEffectEvent(onInUseChange)
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const isRead = (): boolean => list.querySelector('[aria-expanded="true"], :focus-visible') !== null
    const listening = new AbortController()
    list.addEventListener('pointermove', () => report(true), listening)
    list.addEventListener('focusin', () => report(true), listening)
    // The surrounding card counts too: its button that adds new rows must not vanish before it is reached.
    const card = list.closest('section') ?? list
    card.addEventListener('pointerleave', () => isRead() || report(false), listening)
    list.addEventListener(
      'focusout',
      ({ relatedTarget: next }) => {
        const stays = (next instanceof Node && list.contains(next)) || isRead() || card.matches(':hover')
        if (!stays) report(false)
      },
      listening,
    )
    return () => listening.abort()
  }, [ref])
}
