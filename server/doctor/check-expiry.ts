import { addMs, days, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const warnedDays = 30

/** How long the client secret or certificate of Microsoft is valid. Only a certificate names the day itself. */
export function checkExpiry({ microsoft }: Config, clock: Clock): Finding[] {
  if (!microsoft?.credential) return []
  const isSecret = 'secret' in microsoft.credential
  const check = isSecret ? 'client secret' : 'certificate'
  const { expires } = microsoft
  if (expires === null)
    return [ok(check, 'MICROSOFT_SECRET_EXPIRES=2027-05-01 would let this warn before the secret expires')]
  const end = expires.toISOString().slice(0, 10)
  const remedy = isSecret
    ? 'Create a new secret, set MICROSOFT_CLIENT_SECRET and MICROSOFT_SECRET_EXPIRES, and restart.'
    : 'Create a new certificate, upload it to the app registration, and set MICROSOFT_CERTIFICATE.'
  if (expires <= clock.now()) return [failure(check, `expired on ${end}`, remedy)]
  const isSoon = expires <= addMs(clock.now(), days(warnedDays))
  return [isSoon ? warning(check, `expires on ${end}`, remedy) : ok(check, `valid until ${end}`)]
}
