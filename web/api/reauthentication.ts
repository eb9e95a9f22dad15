import type { GoTrueClient, User } from '@supabase/auth-js'
import { isFirstFactorMethod } from '../../contract/recent-authentication.ts'
import { now } from '../lib/clock.ts'
import { errorCodeOf, factorKinds, factorNames } from './account.ts'
import type { Credentials } from './auth.ts'
import { AuthFailure } from './auth-failure.ts'
import { publicConfig } from './public-config.ts'
import type { Factor } from './second-step.ts'
import { authClient } from './session.ts'
import { recentAuthenticationMs } from '../../contract/limits.ts'
import { t } from '../texts/translate.ts'

/**
 * A second session, signed in beside the page's. The page keeps its own session until this one is complete, so a wrong
 * password or a cancelled dialog changes nothing.
 */
export interface Reauthentication {
  client: GoTrueClient
  /** Second factors of which one has to be verified; empty if none is needed. */
  pending: readonly Factor[]
}

/** Half of the server's window, so that a dialog of several steps does not outlive it. */
const recentEnoughSeconds = recentAuthenticationMs / 2000

/** The server requires a recent sign-in for this request. */
export const isReauthenticationNeeded = (error: unknown): boolean => errorCodeOf(error) === 'reauthentication_needed'

/** Whether the session's first step is recent enough for a dialog of several steps. */
export async function isRecentlyAuthenticated(): Promise<boolean> {
  const client = await authClient()
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
  const oldest = now().getTime() / 1000 - recentEnoughSeconds
  return (data?.currentAuthenticationMethods ?? []).some(
    (entry) => typeof entry === 'object' && isFirstFactorMethod(entry.method) && entry.timestamp >= oldest,
  )
}

export async function reauthenticateWithPassword(credentials: Credentials): Promise<Reauthentication> {
  const client = await createTemporaryClient()
  const { data, error } = await client.signInWithPassword(credentials)
  if (error) throw new AuthFailure(error)
  return { client, pending: pendingFactors(data.user) }
}

/** Verifies the current password by signing in with it, then ends that session. @throws AuthFailure if it is wrong */
export async function verifyPassword(credentials: Credentials): Promise<void> {
  await discardSession(await reauthenticateWithPassword(credentials))
}

/** Sends a sign-in code, for users without a password. */
export async function sendReauthenticationCode(email: string): Promise<void> {
  const client = await createTemporaryClient()
  const { error } = await client.signInWithOtp({ email, options: { shouldCreateUser: false } })
  if (error) throw new AuthFailure(error)
}

export async function reauthenticateWithCode(email: string, token: string): Promise<Reauthentication> {
  const client = await createTemporaryClient()
  const { data, error } = await client.verifyOtp({ email, token, type: 'email' })
  if (error) throw new AuthFailure(error)
  return { client, pending: pendingFactors(data.user) }
}

/** Replaces the page's session with the new one and ends the old one. */
export async function adoptSession({ client: passing }: Reauthentication): Promise<void> {
  const client = await authClient()
  const [{ data: old }, { data: fresh }] = await Promise.all([client.getSession(), passing.getSession()])
  if (!fresh.session) throw new Error('The new session no longer exists')
  const { error } = await client.setSession(fresh.session)
  if (error) throw new AuthFailure(error)
  // If this fails, the old session expires by itself.
  if (old.session) await client.admin.signOut(old.session.access_token, 'local').catch(() => undefined)
}

export const discardSession = async ({ client }: Reauthentication): Promise<void> => {
  await client.signOut({ scope: 'local' })
}

const pendingFactors = (user: User | null): Factor[] =>
  (user?.factors ?? []).flatMap(({ id, status, factor_type, friendly_name }) => {
    const kind = factorKinds[factor_type]
    return kind && status === 'verified' ? [{ id, kind, name: friendly_name || t(factorNames[kind]) }] : []
  })

let clientCount = 0

async function createTemporaryClient(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: publicConfig().anonKey },
    // Nothing is stored under this key; the client warns about two instances with the same one.
    storageKey: `mailroom.reauthentication.${++clientCount}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
}
