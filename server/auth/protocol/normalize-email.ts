import { domainToASCII } from 'node:url'
import { z } from 'zod'

/** Maximum length of an address in a mail path (RFC 5321, 4.5.3.1.3). */
const accountEmailMaxLength = 254

const address = z.email().max(accountEmailMaxLength)

/** Characters that end a host name for a URL parser, which would silently drop the rest. */
const forbiddenInDomain = /[^\p{L}\p{M}\p{N}\p{Cf}.-]/u

/**
 * The normalised form of an address: NFKC, lower case, domain in ASCII (IDNA). Normalised before validation, so that
 * the validated value is the stored one. Null if invalid.
 */
export function normalizeEmail(given: string): string | null {
  if (given.length > 1000) return null
  const [local, domain, ...more] = given.normalize('NFKC').trim().toLowerCase().split('@')
  if (!local || !domain || more.length > 0 || forbiddenInDomain.test(domain)) return null
  const parsed = address.safeParse(`${local}@${domainToASCII(domain)}`)
  return parsed.success ? parsed.data : null
}
