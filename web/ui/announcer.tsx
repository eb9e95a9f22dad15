import { useSyncExternalStore } from 'react'

type Politeness = 'polite' | 'assertive'

const texts: Record<Politeness, string> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Announces a message to screen readers. @param politeness `assertive` interrupts the current speech */
export function announce(message: string, politeness: Politeness = 'polite'): void {
  // Screen readers announce only changes: a no-break space makes a repeated message differ.
  texts[politeness] = message === texts[politeness] ? `${message}\u00a0` : message
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Announcer() {
  const polite = useSyncExternalStore(subscribe, () => texts.polite)
  const assertive = useSyncExternalStore(subscribe, () => texts.assertive)
  return (
    <>
      <output aria-live="polite" className="sr-only">
        {polite}
      </output>
      <output aria-live="assertive" className="sr-only">
        {assertive}
      </output>
    </>
  )
}
