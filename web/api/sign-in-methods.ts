import { publicConfig } from './public-config.ts'

/** Providers that the operator has set up, beside e-mail. */
export interface SignInMethods {
  microsoft: boolean
  google: boolean
}

const none: SignInMethods = { microsoft: false, google: false }
let pending: Promise<SignInMethods> | undefined

/** Asked once. Where the question fails, the page offers what always works; the next screen asks again. */
export function signInMethods(): Promise<SignInMethods> {
  pending ??= ask().catch(() => {
    pending = undefined
    return none
  })
  return pending
}

async function ask(): Promise<SignInMethods> {
  const { anonKey } = await publicConfig()
  const response = await fetch('/auth/v1/settings', { headers: { apikey: anonKey } })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const settings: unknown = await response.json()
  const external = fieldOf(settings, 'external')
  return { microsoft: fieldOf(external, 'azure') === true, google: fieldOf(external, 'google') === true }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
