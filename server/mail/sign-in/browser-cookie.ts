/**
 * Ties a sign-in to the browser that began it: a link with somebody else's state, followed by a lured person, must not put their
 * mailbox into the stranger's account (checklist C1, C2). Lax, since the way back from Microsoft is a top-level navigation.
 */
const name = 'mailroom_connect'
export const callbackPath = '/api/microsoft/callback'

/** @param secret null clears the cookie */
export function browserCookie(
  secret: string | null,
  { secure, maxAgeSeconds }: { secure: boolean; maxAgeSeconds: number },
): string {
  const life = secret === null ? 0 : maxAgeSeconds
  return `${name}=${secret ?? ''}; Path=${callbackPath}; Max-Age=${life}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function browserSecretOf(request: Request): string | null {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  const own = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  return own?.slice(name.length + 1) || null
}

/**
 * A program that speaks HTTP (a test, a script) keeps no cookies of ours and cannot be lured to a link, so only there the cookie may
 * be missing. Every browser calls itself Mozilla, and says where a request comes from and what it is for, which no page can keep it
 * from doing. (Node's own `fetch` sends `sec-fetch-mode`, but neither of these two.)
 */
export function isNoBrowser({ headers }: Request): boolean {
  const tellsOrigin = headers.has('sec-fetch-site') || headers.has('sec-fetch-dest')
  return !tellsOrigin && !/mozilla/i.test(headers.get('user-agent') ?? '')
}
