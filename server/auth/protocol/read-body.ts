import { z } from 'zod'
import { refuse } from './auth-error.ts'

/**
 * The JSON object of a request; unknown fields are ignored, as the protocol has it.
 * Text that PostgreSQL cannot keep (NUL, half a surrogate pair) is refused here instead of failing there.
 * @throws AuthError `bad_json` or `validation_failed`
 */
export function readBody<T extends z.ZodRawShape>(body: Buffer, shape: T): z.output<z.ZodObject<T>> {
  const parsed = z.object(shape).safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.map(String).join('.') || 'body')
  return refuse(
    400,
    'validation_failed',
    `The request has fields of a wrong kind: ${[...new Set(fields)].slice(0, 5).join(', ')}`,
  )
}

function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'), refuseUnstorable)
    return value
  } catch (error) {
    if (error instanceof Unstorable)
      refuse(400, 'validation_failed', 'The request has text with characters that cannot be stored')
    return refuse(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

class Unstorable extends Error {}

function refuseUnstorable(key: string, value: unknown): unknown {
  if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new Unstorable()
  // A key of this name must not reach into the prototype of whatever it is copied to.
  return key === '__proto__' ? undefined : value
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text field that may be left out, null or empty, which the protocol treats alike. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** What a person or a program keeps about the account; travels in each access token. */
export const metadata = z.record(z.string(), z.json()).nullish()
