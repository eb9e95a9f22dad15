import type { z } from 'zod'

/** Bodies are validated as strictly as by the real services: an unknown property is refused. */
type ReadResult<T> = { ok: true; value: T } | { ok: false; problem: string }

export function readJson(bytes: Uint8Array): ReadResult<unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return {
      ok: false,
      problem:
        'Unable to read JSON request payload. ' +
        'Please ensure Content-Type header is set and payload is of valid JSON format.',
    }
  }
}

export function readStrictly<T>(schema: z.ZodType<T>, value: unknown, type: string): ReadResult<T> {
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  const issue = read.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    return {
      ok: false,
      problem:
        `The property '${issue.keys[0]}' does not exist on type '${type}'. ` +
        'Make sure to only use property names that are defined by the type.',
    }
  }
  const path = issue?.path.join('.')
  return { ok: false, problem: `Invalid value for property '${path || type}': ${issue?.message ?? 'not readable'}` }
}
