import { z } from 'zod'
import { invalidParam, StripeError } from '../stripe-errors.ts'

/**
 * Schemas of form values. A form contains only text, so numbers and booleans are parsed. An empty value unsets an
 * optional field.
 */
export const text = () => z.string().min(1).max(5000)
export const integer = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'Invalid integer')
    .transform(Number)
export const nonNegativeInteger = () =>
  integer().refine((value) => value >= 0, 'This value must be greater than or equal to 0.')
export const flag = () => z.enum(['true', 'false'], 'Invalid boolean').transform((value) => value === 'true')
export const unsettable = <T>(schema: z.ZodType<T>) => z.union([z.literal('').transform(() => null), schema])

/**
 * At most 50 keys of 40 characters with values of 500. An empty value removes a key; an empty parameter removes all.
 */
export const metadata = () =>
  unsettable(
    z
      .record(
        z.string().max(40, 'Metadata keys can have up to 40 characters.'),
        z.string().max(500, 'Metadata values can have up to 500 characters.'),
      )
      .refine((value) => Object.keys(value).length <= 50, 'You can have up to 50 metadata keys.'),
  )
export const noParams = () => z.strictObject({})

/** @throws StripeError 400 that names the parameter as in the form: `items[0][price]` */
export function readParams<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value, { reportInput: true })
  if (read.success) return read.data
  const issue = mostSpecificIssue(read.error.issues)
  const keys = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? [])
  const param = keys.map((key, depth) => (depth === 0 ? String(key) : `[${String(key)}]`)).join('')
  if (issue?.code === 'unrecognized_keys') {
    throw new StripeError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const input = issue?.input
  if (input === undefined) throw invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (input === '') {
    const words = 'We assume empty values are an attempt to unset a parameter'
    const message =
      `You passed an empty string for '${param}'. ${words}; however '${param}' cannot be unset. You should ` +
      `remove '${param}' from your request or supply a non-empty value.`
    throw invalidParam(param, message, 'parameter_invalid_empty')
  }
  const shown = typeof input === 'string' ? `: ${input}` : ''
  if (issue?.message === 'Invalid integer')
    throw invalidParam(param, `Invalid integer${shown}`, 'parameter_invalid_integer')
  throw invalidParam(param, `Invalid ${param}: ${issue?.message ?? 'not readable'}`)
}

type Issue = z.core.$ZodIssue

/**
 * Like Stripe, reports unknown parameters first. For a union, reports the issue of the last option, because the first
 * option is the empty value.
 */
function mostSpecificIssue(issues: readonly Issue[]): Issue | undefined {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (issue?.code !== 'invalid_union') return issue
  const inner = mostSpecificIssue(issue.errors.at(-1) ?? [])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

/** Whether and how far the page may change a quantity. */
export function adjustableQuantity() {
  return z.strictObject({
    enabled: flag(),
    minimum: nonNegativeInteger().optional(),
    maximum: nonNegativeInteger().optional(),
  })
}

export function cancellationReason() {
  return z.enum([
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ])
}
