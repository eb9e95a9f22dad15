import { createHash } from 'node:crypto'
import type { World } from '../../kit/world.ts'
import { StripeError } from '../errors.ts'
import type { KeptAnswer } from '../state.ts'

const KEPT_MS = 24 * 3_600_000

export type Answer = { status: number; body: string }

/**
 * Runs a POST once for its key (https://docs.stripe.com/api/idempotent_requests): a second one with the same parameters gets the stored answer.
 * Refusals of the parameters are not stored, as nothing was begun.
 * @throws StripeError 400 for other parameters, 409 while the first one is under way
 */
export async function once(
  { stripe, clock }: World,
  { key, account, path, body }: { key: string; account: string; path: string; body: string },
  run: () => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const name = `${account} ${key}`
  const fingerprint = createHash('sha256').update(`${path}\n${body}`).digest('hex')
  const kept = stripe.kept_answers.get(name)
  if (kept && kept.expiresAt > clock.now()) {
    if (kept.fingerprint !== fingerprint) throw otherParameters(key)
    if (kept.answer === null) throw inUse(key)
    return { ...kept.answer, replayed: true }
  }
  const own: KeptAnswer = { fingerprint, expiresAt: clock.now() + KEPT_MS, answer: null }
  const { kept_answers } = stripe
  kept_answers.set(name, own)
  try {
    const answer = await run()
    if (answer.status < 400 || answer.status === 402 || answer.status >= 500) own.answer = answer
    return { ...answer, replayed: false }
  } finally {
    if (own.answer === null) kept_answers.delete(name)
  }
}

function otherParameters(key: string): StripeError {
  return new StripeError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    {},
    'idempotency_error',
  )
}

function inUse(key: string): StripeError {
  return new StripeError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
    { code: 'idempotency_key_in_use' },
    'idempotency_error',
  )
}
