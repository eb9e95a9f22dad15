import { defaultProductName } from '../../contract/limits.ts'
import type { PublicConfig } from '../../contract/public-config.ts'

const signUpModes = ['open', 'first', 'invited', 'closed'] as const

/** Parsed by hand, not with the zod schema: the login page would otherwise have to load zod. */
function parse(body: unknown): PublicConfig {
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const textOf = (name: string): string => {
    const value = field(name)
    if (typeof value !== 'string') throw new TypeError(`config.json: ${name} is missing`)
    return value
  }
  return {
    productName: textOf('productName') || defaultProductName,
    anonKey: textOf('anonKey'),
    supportEmail: textOf('supportEmail'),
    sandboxUrl: field('sandboxUrl') === null ? null : textOf('sandboxUrl'),
    hasPlans: field('hasPlans') !== false,
    sendsEmail: field('sendsEmail') !== false,
    signUp: signUpModes.find((mode) => mode === field('signUp')) ?? 'open',
  }
}

let pending: Promise<PublicConfig> | undefined

/** Fetched once. A failure is not cached, so the next call fetches again. */
export function publicConfig(): Promise<PublicConfig> {
  pending ??= fetch('/config.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`The server answered ${response.status}.`)
      return parse(await response.json())
    })
    .catch((error: unknown) => {
      pending = undefined
      throw error
    })
  return pending
}
