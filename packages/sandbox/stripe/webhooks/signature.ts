import { createHash, createHmac } from 'node:crypto'
import type { WebhookEndpoint } from '../model.ts'

export type Secret = WebhookEndpoint['secrets'][number]

/**
 * `Stripe-Signature`: the time, one `v1` for each secret that is good at that time (several while one is being rolled), and a `v0` that
 * means nothing, which a receiver has to pass over.
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
