import type { Metadata } from './model.ts'

/** Metadata after a change: an empty value takes a key away, null takes all, undefined none. */
export function merged(before: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === undefined) return before
  const kept = change === null ? [] : Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')
  return Object.fromEntries(kept)
}
