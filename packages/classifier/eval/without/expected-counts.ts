import type { Features } from '../../message-features.ts'

export * from '../../expected-counts.ts'

export const matchCooccurrences = (_features: Features, folders: readonly unknown[]): Float64Array =>
  new Float64Array(folders.length)
export const cooccurrenceWeight = (): number => 0
