import { useEffect, useRef } from 'react'

/** What the palette offers to do. */
export interface Command {
  name: string
  /** The key that does the same where the focus is. */
  key?: string
  run: () => void
}

/** @param key in lower case */
export const runOf = (commands: readonly Command[], key: string): (() => void) | null =>
  commands.find((command) => command.key?.toLowerCase() === key)?.run ?? null

const registered = new Set<{ readonly current: () => readonly Command[] }>()

/**
 * Offers these commands in the palette while the component is shown.
 * @param isOffered asked when the palette opens
 */
export function useCommands(commands: readonly Command[], isOffered = (): boolean => true): void {
  const offered = (): readonly Command[] => (isOffered() ? commands : [])
  const latest = useRef(offered)
  useEffect(() => {
    latest.current = offered
  })
  const isEmpty = commands.length === 0
  useEffect(() => {
    if (isEmpty) return
    registered.add(latest)
    return () => void registered.delete(latest)
  }, [isEmpty])
}

/** Those of the components that are shown now. */
export const offeredCommands = (): Command[] => [...registered].flatMap(({ current }) => current())
