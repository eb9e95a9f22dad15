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

const registered = new Set<{ readonly current: readonly Command[] }>()

/** Offers these commands in the palette while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const isOffered = commands.length > 0
  useEffect(() => {
    if (!isOffered) return
    registered.add(latest)
    return () => void registered.delete(latest)
  }, [isOffered])
}

/** Those of the components that are shown now. */
export const offeredCommands = (): Command[] => [...registered].flatMap(({ current }) => current)
