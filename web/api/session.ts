import type { GoTrueClient, Session } from '@supabase/auth-js'
import { publicConfig } from './public-config.ts'
import { takeReturnedSession } from './returned-session.ts'

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; userId: string; email: string }

export const sessionStorageKey = 'mailroom.session'

let state: SessionState = { status: 'loading' }
const listeners = new Set<() => void>()

function publish(session: Session | null): void {
  const next: SessionState = session
    ? { status: 'signed-in', userId: session.user.id, email: session.user.email ?? '' }
    : { status: 'signed-out' }
  // The client reports each refreshed token; only another person, or none, is news to the page.
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const listener of listeners) listener()
}

let pendingClient: Promise<GoTrueClient> | undefined

/** The auth client is loaded when it is needed, so that a visitor's first screen does not wait for it. */
export function authClient(): Promise<GoTrueClient> {
  pendingClient ??= createClient().catch((error: unknown) => {
    pendingClient = undefined
    throw error
  })
  return pendingClient
}

/** While somebody types, so that submitting does not wait for it. A failure shows when it matters. */
export const prepareAuthClient = (): void => void authClient().catch(() => undefined)

async function createClient(): Promise<GoTrueClient> {
  const [{ GoTrueClient }, { anonKey }] = await Promise.all([import('@supabase/auth-js'), publicConfig()])
  const client = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: anonKey },
    storageKey: sessionStorageKey,
    storage: localStorage,
    persistSession: true,
    autoRefreshToken: true,
    // Done in `returned-session.ts`, which takes the tokens out of the address before anything else runs.
    detectSessionInUrl: false,
    flowType: 'implicit',
  })
  const returned = takeReturnedSession()
  if (returned) await client.setSession(returned)
  const { data } = await client.getSession()
  publish(data.session)
  // Only now: while the session is being looked for, its absence is no news.
  client.onAuthStateChange((event, session) => {
    if (event !== 'INITIAL_SESSION') publish(session)
  })
  return client
}

/** Resolves when it is known whether somebody is signed in. Without a stored session that needs no client. */
export async function knownSession(): Promise<SessionState> {
  if (state.status !== 'loading') return state
  if (localStorage.getItem(sessionStorageKey) === null && !takeReturnedSession.waiting()) publish(null)
  else await authClient()
  return state
}

export const currentSession = (): SessionState => state

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token for the next call, refreshed where it is about to expire; null where nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const client = await authClient()
  const { data } = await client.getSession()
  return data.session?.access_token ?? null
}

/** The server no longer knows the session: forget it here too. The guard then asks to sign in. */
export async function forgetSession(): Promise<void> {
  const client = await authClient()
  await client.signOut({ scope: 'local' })
}
