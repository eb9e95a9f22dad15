import fc from 'fast-check'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { SANDBOX_KEY } from '../stripe-state.ts'
import { signatureOf } from './webhook-signature.ts'

const NOW = Date.UTC(2026, 10, 21)
const { webhooks } = new Stripe(SANDBOX_KEY)
const takes = (body: string, signature: string, secret: string) => {
  try {
    webhooks.constructEvent(body, signature, secret, 300, undefined, NOW)
    return true
  } catch {
    return false
  }
}

const bodies = fc.jsonValue().map((value) => JSON.stringify({ value }, null, 2))
const secrets = fc.uniqueArray(
  fc.record({ value: fc.stringMatching(/^whsec_[A-Za-z0-9]{8,32}$/), good: fc.boolean() }),
  { selector: ({ value }) => value, minLength: 1, maxLength: 4 },
)

test('stripe-node accepts the signature with each valid secret, and with no other', () => {
  fc.assert(
    fc.property(bodies, secrets, (body, all) => {
      const signing = all.map(({ value, good }, place) => {
        const later = place === 0 ? null : NOW / 1000 + 1
        return { value, expires_at: good ? later : NOW / 1000 }
      })
      const signature = signatureOf(signing, body, NOW)
      for (const { value, good } of all) expect(takes(body, signature, value)).toBe(good)
      expect(takes(body, signature, 'whsec_of_nobody_else')).toBe(false)
    }),
  )
})

test('stripe-node refuses a body with one changed character', () => {
  fc.assert(
    fc.property(bodies, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (body, at, character) => {
      const place = at % body.length
      const changed = body.slice(0, place) + character + body.slice(place + 1)
      fc.pre(changed !== body)
      const secret = { value: 'whsec_mailroom_sandbox', expires_at: null }
      expect(takes(changed, signatureOf([secret], body, NOW), secret.value)).toBe(false)
    }),
  )
})
