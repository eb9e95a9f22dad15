import type { AuthError } from '@supabase/auth-js'
import { authClient } from './session.ts'

export interface Credentials {
  email: string
  password: string
}

/** A refusal of the auth service; `said` is null where only the page's own words remain. */
export class AuthFailure extends Error {
  readonly said: string | null

  constructor(error: AuthError) {
    super(error.message, { cause: error })
    this.said = wordsOf(error)
  }
}

/** No answer, a gateway's error page or a server's own failure come through as technical noise. */
function wordsOf({ name, status, message }: AuthError): string | null {
  const noise =
    name === 'AuthRetryableFetchError' || name === 'AuthUnknownError' || status === undefined || status >= 500
  return noise || message === '' || message === '{}' ? null : message
}

/** What a toast says about a failed sign-in or sign-up. */
export const saidBy = (error: unknown, usual: string): string => (error instanceof AuthFailure && error.said) || usual

export async function signIn(credentials: Credentials): Promise<void> {
  const client = await authClient()
  const { error } = await client.signInWithPassword(credentials)
  if (error) throw new AuthFailure(error)
}

/** @returns 'confirm' where the operator asks for a confirmed address first: then there is no session yet */
export async function signUp(credentials: Credentials): Promise<'signed-in' | 'confirm'> {
  const client = await authClient()
  const options = { emailRedirectTo: `${location.origin}/dashboard` }
  const { data, error } = await client.signUp({ ...credentials, options })
  if (error) throw new AuthFailure(error)
  return data.session ? 'signed-in' : 'confirm'
}

/**
 * Everywhere, the protocol's default. For this device alone the client would forget the session before it asks the server, and a
 * failed sign-out could not be tried again.
 */
export async function signOut(): Promise<void> {
  const client = await authClient()
  const { error } = await client.signOut({ scope: 'global' })
  if (error) throw new AuthFailure(error)
}
