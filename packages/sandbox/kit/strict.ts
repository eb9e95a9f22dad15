import type { z } from 'zod'

/** Bodies are held to their schema as the real services hold them: an unknown property is refused, not passed over. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: string }

export function readJson(bytes: Uint8Array): Reading<unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return {
      ok: false,
      problem:
        'Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format.',
    }
  }
}

export function readStrictly<T>(schema: z.ZodType<T>, value: unknown, type: string): Reading<T> {
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  const issue = read.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    return {
      ok: false,
      problem: `The property '${issue.keys[0]}' does not exist on type '${type}'. Make sure to only use property names that are defined by the type.`,
    }
  }
  const where = issue?.path.join('.')
  return { ok: false, problem: `Invalid value for property '${where || type}': ${issue?.message ?? 'not readable'}` }
}
