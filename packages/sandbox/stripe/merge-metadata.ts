import type { Metadata } from './stripe-objects.ts'

/** Metadata after a change: an empty value removes a key, null removes all, undefined changes nothing. */
export function mergeMetadata(before: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === undefined) return before
  const kept = change === null ? [] : Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')
  return Object.fromEntries(kept)
}
