import type { Session } from '@supabase/auth-js'

interface Claims {
  aal: unknown
  methods: unknown[]
}

/** What the page reads in a token; whether the token is good is the server's to say. */
function claimsOf(token: string): Claims {
  const field = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const amr = field(payload, 'amr')
    return {
      aal: field(payload, 'aal'),
      methods: Array.isArray(amr) ? amr.map((entry: unknown) => field(entry, 'method')) : [],
    }
  } catch {
    return { aal: undefined, methods: [] }
  }
}

/** Signed in by the first step only, though a second one is switched on: until it is taken, nothing else is open. */
export const isHalfWay = ({ access_token, user }: Session): boolean =>
  (user.factors ?? []).some(({ status }) => status === 'verified') && claimsOf(access_token).aal !== 'aal2'

/** Signed in by a link that was sent to choose a password. */
export const mayChoosePassword = ({ access_token }: Session): boolean =>
  claimsOf(access_token).methods.some((method) => method === 'recovery' || method === 'invite')
