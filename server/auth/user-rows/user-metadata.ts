import { z } from 'zod'
import type { JsonValue } from '../../db/rows.ts'
import { refuse } from '../protocol/auth-error.ts'

/** Every access token contains the metadata, and a token must fit into a header. */
const userMetadataMaxBytes = 4096

/** Every access token carries the metadata, and a token must fit into a request header. */

const Metadata = z.record(z.string(), z.json())

/**
 * Merges metadata as GoTrue does: each field is replaced, null removes it.
 * @throws AuthError `validation_failed` when the result is too large
 */
export function mergeMetadata(before: JsonValue, change: Record<string, JsonValue>): Record<string, JsonValue> {
  const entries = Object.entries({ ...Metadata.parse(before), ...change }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(merged)) > userMetadataMaxBytes) {
    refuse(400, 'validation_failed', `User metadata cannot be larger than ${userMetadataMaxBytes} bytes`)
  }
  return merged
}
