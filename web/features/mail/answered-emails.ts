import { useSyncExternalStore } from 'react'
import type { ReviewEmail } from './review-groups.ts'

/** `answered`: not asked about any more. `undone`: asked about again. */
type Mark = Readonly<{ is: 'answered' | 'undone' }>

let marks: ReadonlyMap<string, Mark> = new Map()
const listeners = new Set<() => void>()

function publish(next: ReadonlyMap<string, Mark>): void {
  marks = next
  for (const listener of listeners) listener()
}

/**
 * Marks emails whose answer the server does not list yet, for all screens of this window.
 * @returns removes the marks of some or all of them that no later answer has replaced
 */
export function markEmails(emails: readonly ReviewEmail[], is: Mark['is']): (some?: readonly ReviewEmail[]) => void {
  const mark: Mark = { is }
  publish(new Map([...marks, ...emails.map(({ entry }) => [entry.id, mark] as const)]))
  return (some = emails) => {
    const ids = new Set(some.map(({ entry }) => entry.id))
    publish(new Map([...marks].filter(([id, each]) => each !== mark || !ids.has(id))))
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** By the id of the entry. */
export const useMarkedEmails = (): ReadonlyMap<string, Mark> => useSyncExternalStore(subscribe, () => marks)
