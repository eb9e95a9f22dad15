import { useSyncExternalStore } from 'react'

type Manner = 'polite' | 'assertive'

const texts: Record<Manner, string> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Says something to screen readers without showing it. @param manner `assertive`: at once, whatever is being read */
export function announce(message: string, manner: Manner = 'polite'): void {
  // The same sentence twice would stay unsaid; a no-break space makes it another.
  texts[manner] = message === texts[manner] ? `${message}\u00a0` : message
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
