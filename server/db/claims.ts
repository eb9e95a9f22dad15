/** What a verified token says about its bearer; becomes `request.jwt.claims`, which the policies read. */
export interface Claims {
  sub?: string
  role: 'anon' | 'authenticated' | 'service_role'
  [claim: string]: unknown
}

const requestRoles: ReadonlySet<string> = new Set<Claims['role']>(['anon', 'authenticated', 'service_role'])

/** What a request may set besides: what policies read about it, how long it may take, in which zone it wants its times. */
const mayBeSet = (name: string) =>
  (name.startsWith('request.') && name !== 'request.jwt.claims') || name === 'statement_timeout' || name === 'timezone'

/**
 * The settings of a request's transaction. The login role may become accounts_service and, by `none`, itself:
 * a token must not choose those, whoever signed it.
 */
export function requestSettings(claims: Claims, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  if (!requestRoles.has(claims.role)) throw new Error(`no request runs as role ${JSON.stringify(claims.role)}`)
  const foreign = Object.keys(extra).find((name) => !mayBeSet(name))
  if (foreign !== undefined) throw new Error(`setting ${foreign} is not one of a request`)
  return { role: claims.role, 'request.jwt.claims': JSON.stringify(claims), ...extra }
}
