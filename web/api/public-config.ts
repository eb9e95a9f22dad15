import { defaultProductName } from '../../contract/limits.ts'
import type { PublicConfig } from '../../contract/public-config.ts'

/**
 * Read by hand, not with the contract's schema: this stands before the first screen, and the schema library would be a
 * fifth of what is loaded until then.
 */
function parse(body: unknown): PublicConfig {
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const text = (name: string): string => {
    const value = field(name)
    if (typeof value !== 'string') throw new TypeError(`config.json: ${name} is missing`)
    return value
  }
  return {
    productName: text('productName') || defaultProductName,
    anonKey: text('anonKey'),
    supportEmail: text('supportEmail'),
    sandboxUrl: field('sandboxUrl') === null ? null : text('sandboxUrl'),
  }
}

let pending: Promise<PublicConfig> | undefined

/** Asked once; a failure is forgotten, so that the next try asks again. */
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
