import type { AuthError } from '@supabase/auth-js'
import { isRedirectPath } from '../../contract/redirect-paths.ts'
import { currentLanguage } from '../texts/translate.ts'
import { AuthFailure } from './auth-failure.ts'
import { authClient, completeRecovery, endSessionDeliberately } from './session.ts'

export interface Credentials {
  email: string
  password: string
}

function throwOnError({ error }: { error: AuthError | null }): void {
  if (error) throw new AuthFailure(error)
}

/**
 * Where a link or a provider returns the browser to: the requested page if it is a known return path, else the
 * dashboard.
 */
function redirectUrl(requestedPath: string | undefined): string {
  const url = requestedPath === undefined ? null : URL.parse(requestedPath, location.origin)
  const isKnown = url?.origin === location.origin && isRedirectPath(url.pathname)
  return location.origin + (isKnown ? url.pathname + url.search : '/dashboard')
}

export async function signIn(credentials: Credentials): Promise<void> {
  const client = await authClient()
  throwOnError(await client.signInWithPassword(credentials))
}

/** @returns 'confirm' if the operator requires a confirmed address: there is no session yet */
export async function signUp(credentials: Credentials, requestedPath?: string): Promise<'signed-in' | 'confirm'> {
  const client = await authClient()
  // The confirmation email is in the page's language.
  const options = { emailRedirectTo: redirectUrl(requestedPath), data: { language: currentLanguage() } }
  const answer = await client.signUp({ ...credentials, options })
  throwOnError(answer)
  return answer.data.session ? 'signed-in' : 'confirm'
}

/** Sends the confirmation link of a sign-up again. */
export async function resendConfirmation(email: string, requestedPath?: string): Promise<void> {
  const client = await authClient()
  throwOnError(await client.resend({ type: 'signup', email, options: { emailRedirectTo: redirectUrl(requestedPath) } }))
}

/** Emails a code and a link. The response does not reveal whether the account exists. */
export async function sendSignInCode(email: string, requestedPath?: string): Promise<void> {
  const client = await authClient()
  const options = { shouldCreateUser: false, emailRedirectTo: redirectUrl(requestedPath) }
  throwOnError(await client.signInWithOtp({ email, options }))
}

export async function signInWithCode(email: string, code: string): Promise<void> {
  const client = await authClient()
  throwOnError(await client.verifyOtp({ email, token: code, type: 'email' }))
}

/** Redirects to the provider, which returns the browser with a session or an error in the URL. */
export async function signInWithProvider(provider: 'azure' | 'google', requestedPath?: string): Promise<void> {
  const client = await authClient()
  throwOnError(await client.signInWithOAuth({ provider, options: { redirectTo: redirectUrl(requestedPath) } }))
}

/** Emails a link to choose a new password. The response does not reveal whether the account exists. */
export async function sendPasswordResetLink(email: string): Promise<void> {
  const client = await authClient()
  throwOnError(await client.resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth/reset-password` }))
}

/** Uses the code of the password reset email instead of its link. */
export async function signInWithRecoveryCode(email: string, code: string): Promise<void> {
  const client = await authClient()
  throwOnError(await client.verifyOtp({ email, token: code, type: 'recovery' }))
}

/** Needs a session that comes from the link or code of a password reset email. */
export async function setNewPassword(password: string): Promise<void> {
  const client = await authClient()
  throwOnError(await client.updateUser({ password }))
  completeRecovery()
}

/**
 * Signs out on all devices (GoTrue's default scope). With scope `local` the client deletes its session before it calls
 * the server, so a failed sign-out could not be retried.
 */
export async function signOut(): Promise<void> {
  const client = await authClient()
  throwOnError(await endSessionDeliberately(() => client.signOut({ scope: 'global' })))
}
