import { domainToASCII } from 'node:url'
import { z } from 'zod'

const address = z.email().max(254)

/** What ends a host name for a URL parser, which would keep the beginning and forget the rest. */
const strangeInDomain = /[^\p{L}\p{M}\p{N}\p{Cf}.-]/u

/**
 * The one form in which an address is stored and compared: composed characters, lower case, the domain in ASCII; made before the
 * check, so that what was checked is what is kept (security checklist B7). Null where it is no address.
 */
export function normalizeEmail(given: string): string | null {
  if (given.length > 1000) return null
  const [local, domain, ...more] = given.normalize('NFKC').trim().toLowerCase().split('@')
  if (!local || !domain || more.length > 0 || strangeInDomain.test(domain)) return null
  const parsed = address.safeParse(`${local}@${domainToASCII(domain)}`)
  return parsed.success ? parsed.data : null
}
