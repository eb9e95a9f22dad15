import { createHash } from 'node:crypto'
import { StripeError } from '../stripe-errors.ts'
import type { IdempotentResponse, StripeSandbox } from '../stripe-state.ts'

const RETENTION_MS = 24 * 3_600_000

export type ApiResponse = { status: number; body: string }

/**
 * Runs a POST once per idempotency key (https://docs.stripe.com/api/idempotent_requests): a repetition with the same
 * parameters gets the stored response. Validation errors are not stored, because nothing was executed.
 * @throws StripeError 400 for different parameters, 409 while the first request is in progress
 */
export async function runIdempotently(
  { stripe, clock }: StripeSandbox,
  { key, account, path, body }: { key: string; account: string; path: string; body: string },
  run: () => Promise<ApiResponse>,
): Promise<ApiResponse & { replayed: boolean }> {
  const name = `${account} ${key}`
  const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex')
  const kept = stripe.idempotentResponses.get(name)
  if (kept && kept.expiresAt > clock.now()) {
    if (kept.fingerprint !== fingerprint) throw parametersDifferError(key)
    if (kept.answer === null) throw keyInUseError(key)
    return { ...kept.answer, replayed: true }
  }
  const own: IdempotentResponse = { fingerprint, expiresAt: clock.now() + RETENTION_MS, answer: null }
  const { idempotentResponses } = stripe
  idempotentResponses.set(name, own)
  try {
    const answer = await run()
    if (answer.status < 400 || answer.status === 402 || answer.status >= 500) own.answer = answer
    return { ...answer, replayed: false }
  } finally {
    if (own.answer === null) idempotentResponses.delete(name)
  }
}

function parametersDifferError(key: string): StripeError {
  return new StripeError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try ` +
      `using a key other than '${key}' if you meant to execute a different request.`,
    {},
    'idempotency_error',
  )
}

function keyInUseError(key: string): StripeError {
  return new StripeError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you ` +
      `submitted twice, and the other request is still going through): ${key}.`,
    { code: 'idempotency_key_in_use' },
    'idempotency_error',
  )
}
