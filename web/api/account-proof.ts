import type { GoTrueClient, User } from '@supabase/auth-js'
import { freshProofMs, isFirstStep } from '../../contract/fresh-proof.ts'
import { now } from '../lib/clock.ts'
import { codeOf, factorKinds, factorNames } from './account.ts'
import type { Credentials } from './auth.ts'
import { AuthFailure } from './auth-failure.ts'
import { publicConfig } from './public-config.ts'
import type { Factor } from './second-step.ts'
import { authClient } from './session.ts'

/**
 * A session of its own, begun beside the page's. The page's stays as it is until the new one is complete: a wrong password, a
 * second step that is not passed or a change of mind cost nothing.
 */
export interface Proof {
  client: GoTrueClient
  /** Second steps of which one has still to be passed; none where nothing more is asked. */
  pending: readonly Factor[]
}

/** How long a proof must still be good for a dialog with several steps, of the five minutes that the server grants. */
const freshEnoughSeconds = freshProofMs / 2000

/** The server asks who somebody is before it does this (decision T6). */
export const isProofNeeded = (error: unknown): boolean => codeOf(error) === 'reauthentication_needed'

/** Whether this page's session began so lately that nothing has to be asked for a while. */
export async function isProofFresh(): Promise<boolean> {
  const client = await authClient()
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
  const oldest = now().getTime() / 1000 - freshEnoughSeconds
  return (data?.currentAuthenticationMethods ?? []).some(
    (entry) => typeof entry === 'object' && isFirstStep(entry.method) && entry.timestamp >= oldest,
  )
}

export async function proveByPassword(credentials: Credentials): Promise<Proof> {
  const client = await passingClient()
  const { data, error } = await client.signInWithPassword(credentials)
  if (error) throw new AuthFailure(error)
  return { client, pending: pendingSteps(data.user) }
}

/** Whether this is the person's password (specification §7: by signing in with it). The sign-in that shows it is ended again. */
export async function checkPassword(credentials: Credentials): Promise<void> {
  await discard(await proveByPassword(credentials))
}

/** For those who have no password. */
export async function mailProofCode(email: string): Promise<void> {
  const client = await passingClient()
  const { error } = await client.signInWithOtp({ email, options: { shouldCreateUser: false } })
  if (error) throw new AuthFailure(error)
}

export async function proveByCode(email: string, token: string): Promise<Proof> {
  const client = await passingClient()
  const { data, error } = await client.verifyOtp({ email, token, type: 'email' })
  if (error) throw new AuthFailure(error)
  return { client, pending: pendingSteps(data.user) }
}

/** The page goes on in the new session; the old one ends. */
export async function adopt({ client: passing }: Proof): Promise<void> {
  const client = await authClient()
  const [{ data: old }, { data: fresh }] = await Promise.all([client.getSession(), passing.getSession()])
  if (!fresh.session) throw new Error('The session of the proof is gone')
  const { error } = await client.setSession(fresh.session)
  if (error) throw new AuthFailure(error)
  // One that cannot be ended now ends by itself.
  if (old.session) await client.admin.signOut(old.session.access_token, 'local').catch(() => undefined)
}

export const discard = async ({ client }: Proof): Promise<void> => {
  await client.signOut({ scope: 'local' })
}

const pendingSteps = (user: User | null): Factor[] =>
  (user?.factors ?? []).flatMap(({ id, status, factor_type, friendly_name }) => {
    const kind = factorKinds[factor_type]
    return kind && status === 'verified' ? [{ id, kind, name: friendly_name || factorNames[kind] }] : []
  })

let proofs = 0

async function passingClient(): Promise<GoTrueClient> {
  const [{ GoTrueClient }, { anonKey }] = await Promise.all([import('@supabase/auth-js'), publicConfig()])
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: anonKey },
    // Nothing is stored. The client warns of two with one key.
    storageKey: `mailroom.proof.${++proofs}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
}
