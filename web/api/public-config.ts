import { defaultProductName } from '../../contract/limits.ts'
import type { PublicConfig } from '../../contract/public-config.ts'

const signUpModes = ['open', 'first', 'invited', 'closed'] as const

/** Parsed by hand, not with the zod schema: the login page would otherwise have to load zod. */
function parse(body: unknown): PublicConfig {
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const textOf = (name: string): string => {
    const value = field(name)
    if (typeof value !== 'string') throw new TypeError(`The page's configuration has no ${name}`)
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

let config: PublicConfig | undefined

/** The server writes it into the HTML of the page. */
export const publicConfig = (): PublicConfig => (config ??= parse(JSON.parse(content())))

const content = (): string => document.querySelector<HTMLMetaElement>('meta[name=mailroom-config]')?.content ?? 'null'
