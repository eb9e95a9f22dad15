/** The tokens that a link of an e-mail or a provider brought back behind the `#` of the address. */
export interface ReturnedSession {
  access_token: string
  refresh_token: string
  /** What the link was for (`recovery`, `signup`, `magiclink` …); null where a provider sent the browser back. */
  type: string | null
}

/** Why a trip did not end in a session, or what the service has to say about one that did. The text is a stranger's. */
export interface ReturnedWord {
  code: string | null
  text: string
}

/** Set by the server, for two minutes, whenever it sends this browser back with tokens: the hash of the access token. */
const proofCookie = 'mailroom-return'
const errorNames = ['error', 'error_code', 'error_description']

let returned: { session: ReturnedSession; proof: string | null } | null = null
let problem: ReturnedWord | null = null
let message: string | null = null
let arrival: string | null = null
let cameBack = false

/**
 * Takes tokens, errors and messages out of the address at once, before any other script or request could see them (decision T7). Runs
 * as the page's first step.
 */
export function readReturnedSession(): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  const access_token = fragment.get('access_token')
  const refresh_token = fragment.get('refresh_token')
  if (access_token && refresh_token)
    returned = { session: { access_token, refresh_token, type: fragment.get('type') }, proof: takeProof() }
  // The account service says what went wrong in the fragment, and sometimes in the query too; a mailbox's return has neither of these.
  const told = [fragment, query].find((place) => place.has('error_description') || place.has('error_code'))
  if (told) problem = { code: told.get('error_code'), text: told.get('error_description') ?? '' }
  message = fragment.get('message')
  cameBack = access_token !== null || told !== undefined || message !== null
  if (!cameBack) return
  if (told) for (const name of errorNames) query.delete(name)
  const rest = query.toString()
  history.replaceState(history.state, '', location.pathname + (rest === '' ? '' : `?${rest}`))
}

/** Each can be used for one return. */
function takeProof(): string | null {
  const own = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${proofCookie}=`))
  document.cookie = `${proofCookie}=; Max-Age=0; Path=/; SameSite=Lax`
  return own?.slice(proofCookie.length + 1) ?? null
}

/**
 * The session from the address, once, and only where the server gave it to this very browser: a link with somebody else's tokens
 * must not sign anybody in as them (checklist B13).
 */
export async function takeReturnedSession(): Promise<ReturnedSession | null> {
  const taken = returned
  returned = null
  if (!taken) return null
  if (taken.proof !== null && taken.proof === (await hashOf(taken.session.access_token))) return taken.session
  noteProblem({
    code: 'return_not_proven',
    text: 'We could not make sure that you started this sign-in in this browser. Please sign in again.',
  })
  return null
}
/** Whether this page load is the end of a trip to an e-mail or a provider. */
export const hasComeBack = (): boolean => cameBack

export const isSessionReturned = (): boolean => returned !== null

/** @returns base64url of SHA-256; null where the page is not served safely, so that nothing can be proven */
async function hashOf(text: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function noteProblem(word: ReturnedWord): void {
  problem = word
}
export function noteArrival(type: string | null): void {
  arrival = type ?? 'provider'
}

/** Each can be taken once. */
export function takeReturnedProblem(): ReturnedWord | null {
  const taken = problem
  problem = null
  return taken
}
export function takeReturnedMessage(): string | null {
  const taken = message
  message = null
  return taken
}
/** What the adopted session came from: the link's type, or `provider`. */
export function takeArrival(): string | null {
  const taken = arrival
  arrival = null
  return taken
}
