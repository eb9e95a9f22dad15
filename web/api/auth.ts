import type { AuthError } from '@supabase/auth-js'
import { isReturnPath } from '../../contract/return-paths.ts'
import { AuthFailure } from './auth-failure.ts'
import { authClient, endRecovery, leave } from './session.ts'

export interface Credentials {
  email: string
  password: string
}

function check({ error }: { error: AuthError | null }): void {
  if (error) throw new AuthFailure(error)
}

/** Where a link or a provider brings the browser back to: the page that was asked for, else the dashboard. */
function returnAddress(wanted: string | undefined): string {
  const url = wanted === undefined ? null : URL.parse(wanted, location.origin)
  const known = url?.origin === location.origin && isReturnPath(url.pathname)
  return location.origin + (known ? url.pathname + url.search : '/dashboard')
}

export async function signIn(credentials: Credentials): Promise<void> {
  const client = await authClient()
  check(await client.signInWithPassword(credentials))
}

/** @returns 'confirm' where the operator asks for a confirmed address first: then there is no session yet */
export async function signUp(credentials: Credentials, wanted?: string): Promise<'signed-in' | 'confirm'> {
  const client = await authClient()
  const answer = await client.signUp({ ...credentials, options: { emailRedirectTo: returnAddress(wanted) } })
  check(answer)
  return answer.data.session ? 'signed-in' : 'confirm'
}

/** Sends the link of a sign-up once more. */
export async function resendConfirmation(email: string, wanted?: string): Promise<void> {
  const client = await authClient()
  check(await client.resend({ type: 'signup', email, options: { emailRedirectTo: returnAddress(wanted) } }))
}

/** Mails a code and a link, where there is such an account; the answer is the same where there is none. */
export async function sendSignInCode(email: string, wanted?: string): Promise<void> {
  const client = await authClient()
  const options = { shouldCreateUser: false, emailRedirectTo: returnAddress(wanted) }
  check(await client.signInWithOtp({ email, options }))
}

export async function signInWithCode(email: string, code: string): Promise<void> {
  const client = await authClient()
  check(await client.verifyOtp({ email, token: code, type: 'email' }))
}

/** Leaves the page: the provider sends the browser back with a session or with what went wrong. */
export async function signInWithProvider(provider: 'azure' | 'google', wanted?: string): Promise<void> {
  const client = await authClient()
  check(await client.signInWithOAuth({ provider, options: { redirectTo: returnAddress(wanted) } }))
}

/** Mails a link to choose a new password, where there is such an account; the answer is the same where there is none. */
export async function sendPasswordLink(email: string): Promise<void> {
  const client = await authClient()
  check(await client.resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth/reset-password` }))
}

/** The code of such an e-mail in the place of its link. */
export async function recoverWithCode(email: string, code: string): Promise<void> {
  const client = await authClient()
  check(await client.verifyOtp({ email, token: code, type: 'recovery' }))
}

/** For somebody who came with the link or the code of such an e-mail. */
export async function choosePassword(password: string): Promise<void> {
  const client = await authClient()
  check(await client.updateUser({ password }))
  endRecovery()
}

/**
 * Everywhere, the protocol's default. For this device alone the client would forget the session before it asks the server, and a
 * failed sign-out could not be tried again.
 */
export async function signOut(): Promise<void> {
  const client = await authClient()
  check(await leave(() => client.signOut({ scope: 'global' })))
}
