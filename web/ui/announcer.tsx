import { useSyncExternalStore } from 'react'

let text = ''
const listeners = new Set<() => void>()

/** Says something to screen readers without showing it. */
export function announce(message: string): void {
  // The same sentence twice would stay unsaid; a no-break space makes it another.
  text = message === text ? `${message}\u00a0` : message
  for (const listener of listeners) listener()
}

export function Announcer() {
  const said = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => text,
  )
  return (
    <output aria-live="polite" className="sr-only">
      {said}
    </output>
  )
}
