import { z } from 'zod'
import type { JsonValue } from '../db/rows.ts'
import { refuse } from './protocol/auth-error.ts'

/** It travels in every access token, and a token has to fit into a request's headers. */
const maxBytes = 4096

const Metadata = z.record(z.string(), z.json())

/**
 * The protocol's way to change metadata: fields are replaced one by one, null removes one.
 * @throws AuthError `validation_failed` where the whole becomes too large
 */
export function mergeMetadata(before: JsonValue, change: Record<string, JsonValue>): Record<string, JsonValue> {
  const entries = Object.entries({ ...Metadata.parse(before), ...change }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(merged)) > maxBytes) {
    refuse(400, 'validation_failed', `User metadata cannot be larger than ${maxBytes} bytes`)
  }
  return merged
}
