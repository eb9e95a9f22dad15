import type { GoTrueClient, Session } from '@supabase/auth-js'
import { isHalfWay, mayChoosePassword } from './access-token.ts'
import { publicConfig } from './public-config.ts'
import { isSessionReturned, noteArrival, noteProblem, takeReturnedSession } from './returned-session.ts'
import { sessionStorageKey, storedSession, untilRenewal } from './stored-session.ts'

export type SessionState =
  | { status: 'loading' }
  /** `ended`: there was a session here, and nobody asked this page to end it. */
  | { status: 'signed-out'; ended: boolean }
  | {
      status: 'signed-in'
      userId: string
      email: string
      /** The second step is still to be taken. */
      halfWay: boolean
      /** Came to choose a new password. */
      choosesPassword: boolean
    }

let state: SessionState = { status: 'loading' }
let leaving = false
let recovering = false
const listeners = new Set<() => void>()

function publish(session: Session | null, wasThere = state.status === 'signed-in'): void {
  if (!session) recovering = false
  const next: SessionState = session
    ? {
        status: 'signed-in',
        userId: session.user.id,
        email: session.user.email ?? '',
        halfWay: isHalfWay(session),
        choosesPassword: recovering || mayChoosePassword(session),
      }
    : { status: 'signed-out', ended: wasThere && !leaving }
  // The client reports each refreshed token; only another person, or none, is news to the page.
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const listener of listeners) listener()
}

let pendingClient: Promise<GoTrueClient> | undefined

/**
 * The auth client is loaded when it is needed, so that no first screen waits for it: not a visitor's, and not that of somebody whose
 * stored session is good for a while. Once it is there, it renews the tokens by itself.
 */
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
  const wasThere = localStorage.getItem(sessionStorageKey) !== null
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
  await adoptReturnedSession(client)
  const { data } = await client.getSession()
  publish(data.session, wasThere)
  // Only now: while the session is being looked for, its absence is no news.
  client.onAuthStateChange((event, session) => {
    if (event === 'PASSWORD_RECOVERY') recovering = true
    if (event !== 'INITIAL_SESSION') publish(session)
  })
  return client
}

async function adoptReturnedSession(client: GoTrueClient): Promise<void> {
  const returned = await takeReturnedSession()
  if (!returned) return
  const { error } = await client.setSession(returned)
  if (error) return noteProblem({ code: error.code ?? null, text: 'This sign-in has expired. Please sign in again.' })
  if (returned.type === 'recovery' || returned.type === 'invite') recovering = true
  noteArrival(returned.type)
}

/** Resolves when it is known whether somebody is signed in. Without a stored session, or with a good one, that needs no client. */
export async function knownSession(): Promise<SessionState> {
  if (state.status !== 'loading') return state
  const session = goodSession()
  // A client that is being made may be about to adopt what the address brought.
  const nothingThere = localStorage.getItem(sessionStorageKey) === null && !pendingClient
  if (isSessionReturned() || !(session || nothingThere)) await authClient()
  else {
    publish(session)
    if (session) goOnWithoutClient(session)
  }
  return state
}

/** The stored session while the client is not needed to look after it. */
function goodSession(): Session | null {
  const session = pendingClient ? null : storedSession()
  return session && untilRenewal(session) > 0 ? session : null
}

/** Until its tokens must be renewed. What other tabs do to it meanwhile is heard from the browser. */
function goOnWithoutClient(session: Session): void {
  setTimeout(prepareAuthClient, untilRenewal(session))
  addEventListener('storage', ({ key }) => {
    if (!pendingClient && (key === sessionStorageKey || key === null)) publish(storedSession())
  })
}

export const currentSession = (): SessionState => state

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token for the next call, refreshed where it is about to expire; null where nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const good = goodSession()
  if (good) return good.access_token
  const client = await authClient()
  const { data } = await client.getSession()
  return data.session?.access_token ?? null
}

/** The server no longer knows the session: forget it here too. The guard then asks to sign in. */
export async function forgetSession(): Promise<void> {
  const client = await authClient()
  await client.signOut({ scope: 'local' })
}

/** A session that ends while `run` runs was ended by the person at this page. */
export async function leave<Result>(run: () => Promise<Result>): Promise<Result> {
  leaving = true
  try {
    return await run()
  } finally {
    leaving = false
  }
}

/** The new password is set, or no longer wanted. */
export const endRecovery = (): void => {
  recovering = false
}
