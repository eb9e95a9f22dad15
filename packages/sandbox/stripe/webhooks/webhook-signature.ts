import { createHash, createHmac } from 'node:crypto'
import type { WebhookEndpoint } from '../stripe-objects.ts'

export type Secret = WebhookEndpoint['secrets'][number]

/**
 * `Stripe-Signature`: the time, a `v1` signature per valid secret (several while one is rolled), and a meaningless `v0`
 * that a receiver must ignore (https://docs.stripe.com/webhooks#verify-manually).
 * @param at milliseconds
 */
export function signatureOf(secrets: readonly Secret[], body: string, at: number): string {
  const time = Math.floor(at / 1000)
  const good = secrets.filter(({ expires_at }) => expires_at === null || expires_at > time)
  const schemes = good.map(({ value }) => `v1=${hmacOf(value, `${time}.${body}`)}`)
  const junk = createHash('sha256').update(`${time}.${body}`).digest('hex')
  return [`t=${time}`, ...schemes, `v0=${junk}`].join(',')
}

/** HMAC-SHA256 in hex, with the whole secret (`whsec_…`) as the key. */
export function hmacOf(secret: string, signed: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex')
}
