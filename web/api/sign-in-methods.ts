import { publicConfig } from './public-config.ts'

/** Sign-in providers that the operator has configured. */
export interface SignInMethods {
  microsoft: boolean
  google: boolean
}

const none: SignInMethods = { microsoft: false, google: false }
let pending: Promise<SignInMethods> | undefined

/** Fetched once. On failure no providers are offered, and the next screen fetches again. */
export function signInMethods(): Promise<SignInMethods> {
  pending ??= fetchSignInMethods().catch(() => {
    pending = undefined
    return none
  })
  return pending
}

async function fetchSignInMethods(): Promise<SignInMethods> {
  const { anonKey } = publicConfig()
  const response = await fetch('/auth/v1/settings', { headers: { apikey: anonKey } })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  const settings: unknown = await response.json()
  const external = property(settings, 'external')
  return { microsoft: property(external, 'azure') === true, google: property(external, 'google') === true }
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
