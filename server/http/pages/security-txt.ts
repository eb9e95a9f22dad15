import { days, addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'

/** After this time a copy of security.txt counts as out of date (RFC 9116, 2.5.5: less than a year). */
const securityTxtDays = 90

/**
 * Where to report a vulnerability of this installation (RFC 9116). Only in production the support address is surely one
 * that the operator has set.
 */
export function securityTxt({ config, clock }: Pick<Context, 'config' | 'clock'>): Response {
  if (!config.production) fail('not_found')
  const expires = addMs(clock.now(), days(securityTxtDays)).toISOString()
  const lines = [
    `Contact: mailto:${config.supportEmail}`,
    `Expires: ${expires}`,
    `Canonical: ${config.publicUrl}${securityTxtPath}`,
  ]
  return new Response(lines.map((line) => `${line}\n`).join(''), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

export const securityTxtPath = '/.well-known/security.txt'
