import { hashText } from './hash.ts'
import { cleanAddress, domainOf } from './message-addresses.ts'
import { wordsOf } from './tokenize.ts'
import type { MessageToSort } from './types.ts'

/**
 * Unrelated senders that the mailbox has seen at each domain: a bitmap of senders per bucket of domains (linear
 * counting; Whang, Vander-Zanden and Taylor, 1990).
 */
const DOMAIN_BITS = 12
export const DOMAIN_BUCKETS = 1 << DOMAIN_BITS
const SENDER_BITS = 4
/** Six of sixteen bits: five senders never suffice, and eight usually do. */
const MANY_SENDERS = 6

const bucketOfDomain = (domain: string): number => hashText(domain) >>> (32 - DOMAIN_BITS)

export function addSenderOfDomain(senders: Uint16Array, { from, fromName }: MessageToSort): void {
  const address = cleanAddress(from)
  const domain = domainOf(address)
  const local = address.slice(0, Math.max(0, address.length - domain.length - 1)).replace(/\+.*/, '')
  if (!isUnrelated(fromName, local, domain)) return
  const bucket = bucketOfDomain(domain)
  // "alerts-4711" and "alerts-4712" are the same sender.
  senders[bucket] = (senders[bucket] ?? 0) | (1 << (hashText(local.replace(/\d+/g, '')) >>> (32 - SENDER_BITS)))
}

/**
 * Whether a sender's name is not that of the domain: its departments and programs are related, "Anna Berg (Acme)" and
 * anna.berg at acme.example are not.
 */
function isUnrelated(name: string, local: string, domain: string): boolean {
  const words = wordsOf(name).filter((word) => word.length > 2)
  const others = words.filter((word) => !domain.includes(word))
  const isOtherName = others.length > 0 && others.length === words.length
  return isOtherName || others.filter((word) => local.includes(word)).length > 1
}

export function hasManySenders(senders: Uint16Array, domain: string): boolean {
  let bits = 0
  for (let rest = senders[bucketOfDomain(domain)] ?? 0; rest !== 0; rest &= rest - 1) bits++
  return bits >= MANY_SENDERS
}
