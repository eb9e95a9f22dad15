import { useSyncExternalStore } from 'react'

let shown: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function publish(next: ReadonlySet<string>): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A dialog shows the undo or has shown its result, so no strip is needed. */
export const markUndoShown = (id: string): void => publish(new Set(shown).add(id))
/** The dialog was closed before the undo ended. */
export const unmarkUndoShown = (id: string): void => publish(new Set([...shown].filter((each) => each !== id)))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ids of the undos that a dialog of this window shows or has shown to their end. */
export const useShownUndos = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => shown)
