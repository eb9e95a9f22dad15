/**
 * Normal form of an email address for comparison: lower case, domain in punycode (RFC 5891). The local part is
 * otherwise unchanged: o'neil is not oneil, and anna+shop is not anna.
 */
export function exactAddress(address: string): string {
  const bare = address.trim().toLowerCase()
  const domainAt = bare.lastIndexOf('@') + 1
  return domainAt === 0 ? bare : bare.slice(0, domainAt) + overTheWire(bare.slice(domainAt))
}

const otherScripts = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}\p{Join_Control}.-]+$/u
const overTheWire = (domain: string): string =>
  otherScripts.test(domain) ? (URL.parse(`https://${domain}`)?.hostname ?? domain) : domain
