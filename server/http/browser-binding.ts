import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../sealed.ts'

/**
 * Ties what leaves the page and comes back to the browser that began it: a link with somebody else's state, followed by a lured
 * person, must come to nothing (security checklist C1, C2). Lax, since the way back from a provider is a top-level navigation.
 */
export interface BrowserBinding {
  /** @param secret null clears the cookie */
  cookie(secret: string | null, life: { secure: boolean; maxAgeSeconds: number }): string
  secretOf(request: Request): string | null
  /** Whether the request comes from the browser whose secret has this hash, or from none at all. */
  isBrowserOf(request: Request, hash: Buffer): boolean
}

export function browserBinding({ name, path }: { name: string; path: string }): BrowserBinding {
  const secretOf = (request: Request): string | null => {
    const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
    const own = cookies.find((cookie) => cookie.startsWith(`${name}=`))
    return own?.slice(name.length + 1) || null
  }
  return {
    cookie(secret, { secure, maxAgeSeconds }) {
      const life = secret === null ? 0 : maxAgeSeconds
      return `${name}=${secret ?? ''}; Path=${path}; Max-Age=${life}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
    secretOf,
    isBrowserOf(request, hash) {
      const secret = secretOf(request)
      return secret === null ? isNoBrowser(request) : timingSafeEqual(hashSecret(secret), hash)
    },
  }
}

/**
 * A program that speaks HTTP (a test, a script) keeps no cookies of ours and cannot be lured to a link, so only there the cookie may
 * be missing. Every browser calls itself Mozilla, and says where a request comes from and what it is for, which no page can keep it
 * from doing. (Node's own `fetch` sends `sec-fetch-mode`, but neither of these two.)
 */
function isNoBrowser({ headers }: Request): boolean {
  const tellsOrigin = headers.has('sec-fetch-site') || headers.has('sec-fetch-dest')
  return !tellsOrigin && !/mozilla/i.test(headers.get('user-agent') ?? '')
}
