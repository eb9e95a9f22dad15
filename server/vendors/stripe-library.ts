import { Stripe } from 'stripe'
import type { StripeConfig } from '../service-settings.ts'
import { asStripeError } from './stripe-error.ts'

/** The version that all calls and our webhook endpoint speak: what the library's types describe. */
export const stripeVersion = '2026-10-28.endive'

/** Makes one call through the library. @throws StripeError */
export type StripeCall = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/** The official library, set up for the real service or the sandbox. A request whose answer is lost is repeated under its idempotency key. */
export function createStripeLibrary({ secretKey, apiUrl }: StripeConfig): StripeCall {
  const { hostname, port, protocol, pathname } = new URL(apiUrl)
  const stripe = new Stripe(secretKey, {
    apiVersion: stripeVersion,
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 10_000,
    host: hostname,
    port: port || 443,
    protocol: protocol === 'http:' ? 'http' : 'https',
    // The library knows hosts, no paths below which an API may lie; the sandbox's lies below the real host's name.
    ...(pathname === '/' ? {} : { httpClient: Stripe.createFetchHttpClient(below(pathname)) }),
  })
  return async (call) => {
    try {
      return await call(stripe)
    } catch (error) {
      throw asStripeError(error)
    }
  }
}

const below =
  (prefix: string): typeof fetch =>
  (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target)
    url.pathname = prefix + url.pathname
    return fetch(url, init)
  }

/** Stripe's moments are whole seconds. */
export const fromSeconds = (seconds: number): Date => new Date(seconds * 1000)
export const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)
