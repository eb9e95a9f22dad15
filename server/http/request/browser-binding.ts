import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../sealed.ts'

/**
 * Binds an OAuth or email flow to the browser that started it, with a cookie. Prevents login CSRF: a link with an
 * attacker's `state` fails in the victim's browser. `SameSite=Lax`, since the redirect from a provider is a cross-site
 * top-level navigation.
 */
export interface BrowserBinding {
  /** @param secret null clears the cookie */
  cookie(secret: string | null, options: { secure: boolean; maxAgeSeconds: number }): string
  secretOf(request: Request): string | null
  /** True where the cookie's secret has this hash, or the client is not a browser. */
  matches(request: Request, hash: Buffer): boolean
}

export function browserBinding({ name, path }: { name: string; path: string }): BrowserBinding {
  const secretOf = (request: Request): string | null => {
    const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
    const own = cookies.find((cookie) => cookie.startsWith(`${name}=`))
    return own?.slice(name.length + 1) || null
  }
  return {
    cookie(secret, { secure, maxAgeSeconds }) {
      const maxAge = secret === null ? 0 : maxAgeSeconds
      const attributes = `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      return `${name}=${secret ?? ''}; ${attributes}`
    },
    secretOf,
    matches(request, hash) {
      const secret = secretOf(request)
      return secret === null ? isNonBrowserClient(request) : timingSafeEqual(hashSecret(secret), hash)
    },
  }
}

/**
 * HTTP clients such as scripts keep no cookies and follow no links, so the cookie may be missing there. Every browser
 * sends `Mozilla` in its user agent, and `Sec-Fetch-*` headers that no page can suppress; text browsers send neither,
 * but ask for HTML. Node's `fetch` sends `Sec-Fetch-Mode`, but neither of the two checked here.
 */
function isNonBrowserClient({ headers }: Request): boolean {
  const hasFetchMetadata = headers.has('sec-fetch-site') || headers.has('sec-fetch-dest')
  const asksForHtml = /text\/html/i.test(headers.get('accept') ?? '')
  return !hasFetchMetadata && !asksForHtml && !/mozilla/i.test(headers.get('user-agent') ?? '')
}
