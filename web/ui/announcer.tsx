import { useSyncExternalStore } from 'react'

type Politeness = 'polite' | 'assertive'

interface Announcement {
  id: number
  text: string
}

/** A later announcement must not replace one that the screen reader has not read yet. */
const KEPT = 5

let last = 0
const announcements: Record<Politeness, readonly Announcement[]> = { polite: [], assertive: [] }
const listeners = new Set<() => void>()

/** Announces a message to screen readers. @param politeness `assertive` interrupts the current speech */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  announcements[politeness] = [...announcements[politeness], { id: ++last, text }].slice(-KEPT)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Announcer() {
  return (
    <>
      <LiveRegion politeness="polite" />
      <LiveRegion politeness="assertive" />
    </>
  )
}

function LiveRegion({ politeness }: { politeness: Politeness }) {
  const kept = useSyncExternalStore(subscribe, () => announcements[politeness])
  // Not atomic: only the added message is read.
  return (
    <output aria-live={politeness} aria-atomic="false" aria-relevant="additions" className="sr-only">
      {kept.map(({ id, text }) => (
        <span key={id} className="block">
          {text}
        </span>
      ))}
    </output>
  )
}
