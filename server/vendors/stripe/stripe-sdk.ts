import { httpResponseMaxBytes } from '../limits.ts'
import type { Stripe } from 'stripe'
import type { StripeConfig } from '../../service-settings.ts'
import { StripeError, toStripeError, type SdkErrors } from './stripe-error.ts'
import { timeLimitMs } from '../http/time-limit.ts'

/** One attempt, to the end of its response. */
const stripeTimeoutMs = 10_000
const stripeMaxRetries = 2

/** The API version of all requests and of our webhook endpoint: the one that the SDK's types describe. */
export const stripeVersion = '2026-10-28.endive'

/** Makes one call through the SDK. @throws StripeError */
export type StripeCall = <T>(call: (stripe: Stripe, errors: SdkErrors) => Promise<T>) => Promise<T>

/** Runs every call, e.g. within a circuit breaker. */
export type CallGuard = <T>(call: () => Promise<T>) => Promise<T>

/** The SDK takes memory, and most installations have no plans: it is loaded with the first call. */
export const loadStripe = async (): Promise<typeof Stripe> => (await import('stripe')).Stripe

/** Calls Stripe or the sandbox by the official SDK. It retries lost requests with their idempotency keys. */
export function createStripeSdk(config: StripeConfig, guard: CallGuard): StripeCall {
  let opened: Promise<{ stripe: Stripe; errors: SdkErrors }> | undefined
  return (call) =>
    guard(async () => {
      opened ??= openSdk(config)
      const { stripe, errors } = await opened
      try {
        return requireApiObject(await call(stripe, errors))
      } catch (error) {
        // Of the SDK, which reads lists of any shape.
        throw error instanceof TypeError ? new StripeError(0, 'unreadable_answer') : toStripeError(error, errors)
      }
    })
}

async function openSdk({ secretKey, apiUrl }: StripeConfig): Promise<{ stripe: Stripe; errors: SdkErrors }> {
  const Sdk = await loadStripe()
  const { hostname, port, protocol, pathname } = new URL(apiUrl)
  const stripe = new Sdk(secretKey, {
    apiVersion: stripeVersion,
    telemetry: false,
    maxNetworkRetries: stripeMaxRetries,
    timeout: timeLimitMs(stripeTimeoutMs),
    host: hostname,
    port: port || 443,
    protocol: protocol === 'http:' ? 'http' : 'https',
    // The SDK's other client limits only the time between two parts of a response.
    httpClient: Sdk.createFetchHttpClient(fetchBelow(pathname === '/' ? '' : pathname)),
  })
  return { stripe, errors: Sdk.errors }
}

/** The SDK does not check responses. @throws StripeError status 0: the effect of the request is unknown */
function requireApiObject<T>(result: T): T {
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && 'object' in value
  if (Array.isArray(result) ? result.every(isObject) : isObject(result)) return result
  throw new StripeError(0, 'unreadable_answer')
}

/** The SDK has no base path option. Redirects are not followed, because they could lead to any host. */
const fetchBelow =
  (path: string): typeof fetch =>
  async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target)
    url.pathname = path + url.pathname
    const response = await fetch(url, { ...init, redirect: 'manual' })
    return response.body ? new Response(response.body.pipeThrough(limitedSize()), response) : response
  }

/** The SDK reads a response of any size into memory. */
function limitedSize(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0
  return new TransformStream({
    transform(part, controller) {
      size += part.byteLength
      if (size > httpResponseMaxBytes) controller.error(new StripeError(0, 'answer_too_large'))
      else controller.enqueue(part)
    },
  })
}

/** Stripe's timestamps are whole seconds. */
export const fromSeconds = (seconds: number): Date => new Date(seconds * 1000)
export const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)
