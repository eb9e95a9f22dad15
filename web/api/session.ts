import type { GoTrueClient, Session } from '@supabase/auth-js'
import { t } from '../texts/translate.ts'
import { needsSecondStep, mayChooseNewPassword } from './access-token.ts'
import { publicConfig } from './public-config.ts'
import { hasUrlSession, setSignInOrigin, setUrlError, consumeUrlSession } from './session-from-url.ts'
import { sessionKey, readStoredSession, msUntilRenewal } from './session-local-storage.ts'

export type SessionState =
  | { status: 'loading' }
  /** `ended`: there was a session and the user did not sign out on this page. */
  | { status: 'signed-out'; ended: boolean }
  | {
      status: 'signed-in'
      userId: string
      email: string
      /** As the session was renewed last; the server asks the database. */
      isOperator: boolean
      /** The user has a second factor that this session has not passed. */
      needsSecondStep: boolean
      /** The session comes from a password reset or an invitation. */
      choosesNewPassword: boolean
    }

let state: SessionState = { status: 'loading' }
let isDeliberateSignOut = false
let isRecovering = false
const listeners = new Set<() => void>()

function publish(session: Session | null, hadSession = state.status === 'signed-in'): void {
  if (!session) isRecovering = false
  const next: SessionState = session
    ? {
        status: 'signed-in',
        userId: session.user.id,
        email: session.user.email ?? '',
        isOperator: session.user.app_metadata['operator'] === true,
        needsSecondStep: needsSecondStep(session),
        choosesNewPassword: isRecovering || mayChooseNewPassword(session),
      }
    : { status: 'signed-out', ended: hadSession && !isDeliberateSignOut }
  // The client reports each token refresh; the page only needs changes of the user or of the session's state.
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const listener of listeners) listener()
}

let clientPromise: Promise<GoTrueClient> | undefined

/**
 * Loads the auth client (24 kB) on first use, so that neither the login page nor a page with an unexpired stored
 * session waits for it. Once loaded, it renews the tokens automatically.
 */
export function authClient(): Promise<GoTrueClient> {
  clientPromise ??= createClient().catch((error: unknown) => {
    clientPromise = undefined
    throw error
  })
  return clientPromise
}

/** Loads the auth client while the user types. A failure is reported when the client is used. */
export const preloadAuthClient = (): void => void authClient().catch(() => undefined)

async function createClient(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const hadSession = localStorage.getItem(sessionKey) !== null
  const client = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: publicConfig().anonKey },
    storageKey: sessionKey,
    storage: localStorage,
    persistSession: true,
    autoRefreshToken: true,
    // `session-from-url.ts` removes the tokens from the URL before any other code runs.
    detectSessionInUrl: false,
    flowType: 'implicit',
  })
  await adoptUrlSession(client)
  const { data } = await client.getSession()
  publish(data.session, hadSession)
  // Subscribed only now: events during initialization would report a missing session.
  client.onAuthStateChange((event, session) => {
    if (event === 'PASSWORD_RECOVERY') isRecovering = true
    if (event !== 'INITIAL_SESSION') publish(session)
  })
  return client
}

async function adoptUrlSession(client: GoTrueClient): Promise<void> {
  const urlSession = await consumeUrlSession()
  if (!urlSession) return
  const { error } = await client.setSession(urlSession)
  if (error)
    return setUrlError({ code: error.code ?? null, text: t('This sign-in has expired. Please sign in again.') })
  if (urlSession.type === 'recovery' || urlSession.type === 'invite') isRecovering = true
  setSignInOrigin(urlSession.type)
}

/**
 * Resolves once the session state is known. Loads the auth client only for a session from the URL or an expired one.
 */
export async function resolveSession(): Promise<SessionState> {
  if (state.status !== 'loading') return state
  addEventListener('pageshow', readOnReturn)
  const session = unexpiredSession()
  // A client that is being created may still adopt a session from the URL.
  const hasNoSession = localStorage.getItem(sessionKey) === null && !clientPromise
  if (hasUrlSession() || !(session || hasNoSession)) await authClient()
  else {
    publish(session)
    if (session) followWithoutClient(session)
  }
  return state
}

/** The stored session, if the auth client is not loaded and need not renew it yet. */
function unexpiredSession(): Session | null {
  const session = clientPromise ? null : readStoredSession()
  return session && msUntilRenewal(session) > 0 ? session : null
}

/** Loads the auth client when the token is due for renewal. Until then storage events report changes by other tabs. */
function followWithoutClient(session: Session): void {
  setTimeout(preloadAuthClient, msUntilRenewal(session))
  addEventListener('storage', ({ key }) => {
    if (!clientPromise && (key === sessionKey || key === null)) publish(readStoredSession())
  })
}

/** In the back/forward cache, neither the page nor the auth client receives what other pages of the user do. */
function readOnReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) publish(readStoredSession())
}

export const currentSession = (): SessionState => state

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The access token, renewed if it is about to expire; null if no user is signed in. */
export async function accessToken(): Promise<string | null> {
  const session = unexpiredSession()
  if (session) return session.access_token
  const client = await authClient()
  const { data } = await client.getSession()
  return data.session?.access_token ?? null
}

/** @returns null where the server renews no token: then the auth client has deleted the session */
export async function replaceRejectedToken(rejected: string): Promise<string | null> {
  const current = await accessToken()
  if (current !== rejected) return current
  const client = await authClient()
  const { data } = await client.refreshSession()
  return data.session?.access_token ?? null
}

/** Deletes a session that the server rejects. The route guard then redirects to the login page. */
export async function clearSession(): Promise<void> {
  const client = await authClient()
  await client.signOut({ scope: 'local' })
}

/** Runs an action that ends the session at the user's request, so that no "session has ended" message appears. */
export async function endSessionDeliberately<Result>(run: () => Promise<Result>): Promise<Result> {
  isDeliberateSignOut = true
  try {
    return await run()
  } finally {
    isDeliberateSignOut = false
  }
}

/** Called when the new password is set. */
export const completeRecovery = (): void => {
  isRecovering = false
}
