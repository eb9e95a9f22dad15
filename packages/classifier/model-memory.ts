import type { Model } from './model-state.ts'

/** Bytes of a model in memory, without small objects. */
export const memoryBytes = (model: Model): number => bytesOf(model)

function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = value instanceof Map ? [...value.values()] : Object.values(value)
  return parts.reduce<number>((sum, part) => sum + bytesOf(part), 0)
}
