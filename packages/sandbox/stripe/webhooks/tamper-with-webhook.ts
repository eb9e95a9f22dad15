import type { Fault } from '../../kit/faults.ts'
import { hmacOf, type Secret, signatureOf } from './webhook-signature.ts'

/** The request as sent. */
export type SignedWebhook = { body: string; signature: string }

type Tamper = (body: string, secrets: readonly Secret[], at: number) => SignedWebhook

const WRONG_SECRET: Secret = { value: 'whsec_of_somebody_else', expires_at: null }
const TOO_OLD_MS = 301_000
const TOO_NEW_MS = 3_600_000

/** Changes the event, then signs it correctly. */
function changeAndSign(change: (event: Record<string, unknown>) => unknown): Tamper {
  return (body, secrets, at) => {
    const altered = JSON.stringify(change(JSON.parse(body)), null, 2)
    return { body: altered, signature: signatureOf(secrets, altered, at) }
  }
}

/** Faults of the service `stripe-notify` that change the request, by `action`. */
const TAMPERS: Record<string, Tamper> = {
  wrongSecret: (body, _, at) => ({ body, signature: signatureOf([WRONG_SECRET], body, at) }),
  oldTimestamp: (body, secrets, at) => ({ body, signature: signatureOf(secrets, body, at - TOO_OLD_MS) }),
  futureTimestamp: (body, secrets, at) => ({ body, signature: signatureOf(secrets, body, at + TOO_NEW_MS) }),
  changedByte: (body, secrets, at) => ({
    body: body.replace('"livemode": false', '"livemode":  false'),
    signature: signatureOf(secrets, body, at),
  }),
  onlyV0: (body, secrets, at) => {
    const time = Math.floor(at / 1000)
    return { body, signature: `t=${time},v0=${hmacOf(secrets[0]?.value ?? '', `${time}.${body}`)}` }
  },
  unsigned: (body) => ({ body, signature: '' }),
  unknownType: changeAndSign((event) => ({ ...event, type: 'sandbox.something_new' })),
  livemode: changeAndSign((event) => ({ ...event, livemode: true })),
  unknownCustomer: changeAndSign((event) =>
    withObject(event, (object) => ({ ...object, customer: 'cus_unknown0sandbox' })),
  ),
  olderVersion: changeAndSign((event) => ({
    ...withObject(event, withPeriodOnSubscription),
    api_version: '2024-06-20',
  })),
}

/** Signs an event at a time in milliseconds, changed as the fault says. */
export function signWebhook(fault: Fault | null, body: string, secrets: readonly Secret[], at: number): SignedWebhook {
  const tamper = TAMPERS[fault?.action ?? '']
  return tamper ? tamper(body, secrets, at) : { body, signature: signatureOf(secrets, body, at) }
}

function withObject(
  event: Record<string, unknown>,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): Record<string, unknown> {
  const data: Record<string, unknown> = { ...Object(event.data) }
  return { ...event, data: { ...data, object: change({ ...Object(data.object) }) } }
}

/** Before API version 2025-03-31.basil the period was on the subscription instead of its items. */
function withPeriodOnSubscription(object: Record<string, unknown>): Record<string, unknown> {
  const items: unknown = Object(object.items).data
  if (object.object !== 'subscription' || !Array.isArray(items)) return object
  const [{ current_period_start, current_period_end }] = items
  const periods = new Set(['current_period_start', 'current_period_end'])
  const data = items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !periods.has(name))))
  return { ...object, items: { ...Object(object.items), data }, current_period_start, current_period_end }
}
