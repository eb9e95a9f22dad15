import type { Session } from '@supabase/auth-js'

interface Claims {
  aal: unknown
  methods: unknown[]
}

/** Reads claims without verifying the signature: the server verifies each request. */
function readClaims(token: string): Claims {
  const property = (of: unknown, name: string): unknown =>
    typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const amr = property(payload, 'amr')
    return {
      aal: property(payload, 'aal'),
      methods: Array.isArray(amr) ? amr.map((entry: unknown) => property(entry, 'method')) : [],
    }
  } catch {
    return { aal: undefined, methods: [] }
  }
}

/** Whether the user has a verified second factor that this session has not passed (`aal` below `aal2`). */
export const needsSecondStep = ({ access_token, user }: Session): boolean =>
  (user.factors ?? []).some(({ status }) => status === 'verified') && readClaims(access_token).aal !== 'aal2'

/** Whether the session comes from a recovery or invite link, which lets the user choose a new password. */
export const mayChooseNewPassword = ({ access_token }: Session): boolean =>
  readClaims(access_token).methods.some((method) => method === 'recovery' || method === 'invite')
