import type { Stripe } from '../stripe-state.ts'
import { StripeError } from '../stripe-errors.ts'
import type { Route } from './route-definition.ts'

/** Returns the API key of the request. @throws StripeError 401 */
export function authenticateKey(stripe: Stripe, authorization: string | undefined): string {
  const key = apiKeyIn(authorization)
  if (key === undefined) {
    throw new StripeError(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, using ' +
        "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (!stripe.keys.has(key)) throw new StripeError(401, `Invalid API Key provided: ${maskKey(key)}`)
  return key
}

/** @throws StripeError 403 if the restricted key lacks the permission */
export function checkPermission(stripe: Stripe, key: string, { resource, method }: Route): void {
  const rights = stripe.keys.get(key)
  if (rights === 'all') return
  const right = rights?.[resource]
  if (right === 'write' || (right === 'read' && method === 'GET')) return
  const needed = `${resource}_${method === 'GET' ? 'read' : 'write'}`
  throw new StripeError(
    403,
    `The provided key '${maskKey(key)}' does not have the required permissions for this endpoint. Having the '` +
      `${needed}' permission would allow this request to continue.`,
  )
}

/** stripe-node sends Bearer; curl's `-u key:` sends the key as the user name of Basic authentication. */
function apiKeyIn(authorization = ''): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? []
  if (value === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  return Buffer.from(value, 'base64').toString().split(':')[0] || undefined
}

function maskKey(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
}
