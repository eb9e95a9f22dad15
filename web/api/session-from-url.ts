import { t } from '../texts/translate.ts'

/** Tokens in the URL fragment, set by the link of an email or by the redirect of a provider (OAuth implicit flow). */
interface UrlSession {
  access_token: string
  refresh_token: string
  /** Purpose of the link (`recovery`, `signup`, `magiclink` …); null for a provider's redirect. */
  type: string | null
}

/** An error from the URL. The text is untrusted: anyone can write a link. */
export interface UrlMessage {
  code: string | null
  text: string
}

/** Set by the server for two minutes when it redirects with tokens: the SHA-256 of the access token. */
const bindingCookie = 'mailroom-return'
const errorParams = ['error', 'error_code', 'error_description']

let pendingSession: { session: UrlSession; tokenHash: string | null } | null = null
let urlError: UrlMessage | null = null
let urlMessage: string | null = null
let signInOrigin: string | null = null
let isReturn = false

/**
 * Removes tokens, errors and messages from the URL before any other script or request can leak them. Must run before
 * anything else on the page.
 */
export function readSessionFromUrl(): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  const access_token = fragment.get('access_token')
  const refresh_token = fragment.get('refresh_token')
  if (access_token && refresh_token)
    pendingSession = {
      session: { access_token, refresh_token, type: fragment.get('type') },
      tokenHash: consumeBindingCookie(),
    }
  // GoTrue puts errors into the fragment and sometimes into the query. The redirect of a mailbox sign-in has neither
  // parameter.
  const errorSource = [fragment, query].find((params) => params.has('error_description') || params.has('error_code'))
  if (errorSource) urlError = { code: errorSource.get('error_code'), text: errorSource.get('error_description') ?? '' }
  urlMessage = fragment.get('message')
  isReturn = access_token !== null || errorSource !== undefined || urlMessage !== null
  if (!isReturn) return
  if (errorSource) for (const name of errorParams) query.delete(name)
  const rest = query.toString()
  history.replaceState(history.state, '', location.pathname + (rest === '' ? '' : `?${rest}`))
}

/** The cookie is valid for one redirect. */
function consumeBindingCookie(): string | null {
  const own = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${bindingCookie}=`))
  document.cookie = `${bindingCookie}=; Max-Age=0; Path=/; SameSite=Lax`
  return own?.slice(bindingCookie.length + 1) ?? null
}

/**
 * The session from the URL, only once. Prevents login CSRF: tokens are accepted only if the server set the matching
 * cookie in this browser, so a link with an attacker's tokens signs no one in.
 */
export async function consumeUrlSession(): Promise<UrlSession | null> {
  const consumed = pendingSession
  pendingSession = null
  if (!consumed) return null
  if (consumed.tokenHash !== null && consumed.tokenHash === (await sha256(consumed.session.access_token)))
    return consumed.session
  setUrlError({
    code: 'return_not_proven',
    text: t('It could not be verified that you started this sign-in in this browser. Please sign in again.'),
  })
  return null
}

/** Whether this page load is a return from an email link or a provider. */
export const isRedirectReturn = (): boolean => isReturn

export const hasUrlSession = (): boolean => pendingSession !== null

/** @returns base64url of SHA-256; null without a secure context, where the Web Crypto API is not available */
async function sha256(text: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function setUrlError(error: UrlMessage): void {
  urlError = error
}
export function setSignInOrigin(type: string | null): void {
  signInOrigin = type ?? 'provider'
}

export function consumeUrlError(): UrlMessage | null {
  const error = urlError
  urlError = null
  return error
}
export function consumeUrlMessage(): string | null {
  const text = urlMessage
  urlMessage = null
  return text
}
/** Origin of the adopted session: the link's type, or `provider`. Returned once. */
export function consumeSignInOrigin(): string | null {
  const origin = signInOrigin
  signInOrigin = null
  return origin
}
