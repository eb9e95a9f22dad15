/** Claims of a verified token; set as `request.jwt.claims` for the policies. */
export interface Claims {
  sub?: string
  role: 'anon' | 'authenticated' | 'service_role'
  [claim: string]: unknown
}

const requestRoles: ReadonlySet<string> = new Set<Claims['role']>(['anon', 'authenticated', 'service_role'])

/** Further settings that a request may set. */
const isAllowedSetting = (name: string) =>
  (name.startsWith('request.') && name !== 'request.jwt.claims') || name === 'statement_timeout' || name === 'timezone'

/**
 * Settings of a request's transaction. Only the roles of requests are allowed: the login role could also switch to
 * accounts_service or, with `none`, to itself, which no token may select.
 */
export function transactionSettings(
  claims: Claims,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!requestRoles.has(claims.role)) throw new Error(`no request runs as role ${JSON.stringify(claims.role)}`)
  const forbidden = Object.keys(extra).find((name) => !isAllowedSetting(name))
  if (forbidden !== undefined) throw new Error(`setting ${forbidden} is not one of a request`)
  return { role: claims.role, 'request.jwt.claims': JSON.stringify(claims), ...extra }
}
