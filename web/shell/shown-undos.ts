import { useSyncExternalStore } from 'react'

let shown: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function publish(next: ReadonlySet<string>): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A dialog shows it, or has shown what came of it: nothing else has to. */
export const markUndoShown = (id: string): void => publish(new Set(shown).add(id))
/** The dialog was closed before the end. */
export const unmarkUndoShown = (id: string): void => publish(new Set([...shown].filter((each) => each !== id)))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ids of the undos that are shown in a dialog of this window, or were to their end. */
export const useShownUndos = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => shown)
