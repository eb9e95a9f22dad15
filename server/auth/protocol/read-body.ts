import { z } from 'zod'
import { refuse } from './auth-error.ts'

/** Fields of a wrong kind that a refusal names. */
const reportedMaxFields = 5

/**
 * Parses the JSON object of a request. Unknown fields are ignored, as in GoTrue. Text that PostgreSQL cannot store
 * (NUL, lone surrogates) is refused here.
 * @throws AuthError `bad_json` or `validation_failed`
 */
export function readBody<T extends z.ZodRawShape>(body: Buffer, shape: T): z.output<z.ZodObject<T>> {
  const parsed = z.object(shape).safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.map(String).join('.') || 'body')
  return refuse(
    400,
    'validation_failed',
    `The request has fields of a wrong kind: ${[...new Set(fields)].slice(0, reportedMaxFields).join(', ')}`,
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
  // Prevents prototype pollution.
  return key === '__proto__' ? undefined : value
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** An optional text field; GoTrue treats absent, null and empty alike. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** User metadata; every access token carries it. */
export const metadata = z.record(z.string(), z.json()).nullish()
