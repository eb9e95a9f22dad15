import { readFileSync } from 'node:fs'
import { cleanAddress } from './message-addresses.ts'
import { isDeskName } from './security-phrases.ts'
import { isSharedProvider } from './shared-providers.ts'
import { wordsOf } from './tokenize.ts'
import type { MessageToSort } from './types.ts'

/** Brand → its names, and domains that do not contain one of them (security-brands.txt). */
const BRANDS = readBrands()

interface Brand {
  names: readonly string[]
  domains: readonly string[]
}

function readBrands(): Map<string, Brand> {
  const brands = new Map<string, Brand>()
  const file = readFileSync(new URL('security-brands.txt', import.meta.url), 'utf8')
  for (const line of file.trimEnd().split('\n')) {
    const [names = '', domains = ''] = line.split(':')
    const brand = { names: names.split(' '), domains: domains.trim().split(' ') }
    for (const name of brand.names) brands.set(name, brand)
  }
  return brands
}

/** Words in domains that are registered for phishing: "bank-verify.example". */
const LURES = new Set(
  `verify verif verification verifica verificacion verifizierung verificatie secure sicher sicherheit veilig
  login signin account acc konto banking pruefung update webmail mailbox postfach buzon refund redelivery
  customs zoll zustellung zustell douane livraison entrega bezorg teruggave clientes kunden klant remboursement`.split(
    /\s+/,
  ),
)

/** Second labels under which domains are registered: "shop.co.uk". */
const REGISTRIES = new Set('co com org net gov gob gouv ac edu'.split(' '))

/** "mail.shop.example" → "shop.example", "mail.shop.co.uk" → "shop.co.uk". */
function registeredDomain(address: string): string {
  const labels = cleanAddress(address.slice(address.lastIndexOf('@') + 1)).split('.')
  const isLong = labels.at(-1)?.length === 2 && REGISTRIES.has(labels.at(-2) ?? '')
  return labels.slice(isLong ? -3 : -2).join('.')
}

export interface SenderIdentity {
  /** The name or domain imitates a well-known sender or a help desk, and the address is of neither. */
  isPretended: boolean
  /** The domain has a word that phishing likes, between hyphens. */
  isLure: boolean
  /** The address is that of a well-known sender. */
  isBrand: boolean
  /** Replies go to another domain. */
  hasOtherReplyAddress: boolean
  /** Sender and recipient have the same domain. */
  isColleague: boolean
  isAtSharedProvider: boolean
}

export function senderIdentity({ from, fromName, to, headers }: MessageToSort): SenderIdentity {
  const domain = registeredDomain(from)
  const isAtSharedProvider = isSharedProvider(domain)
  const isColleague = !isAtSharedProvider && to.some((one) => registeredDomain(one) === domain)
  const reply = headers['reply-to']
  const label = domain.slice(0, domain.indexOf('.'))
  const named = wordsOf(fromName).flatMap((word) => BRANDS.get(word) ?? [])
  const parts = isAtSharedProvider ? [] : label.split('-')
  const inDomain = parts.flatMap((word) => BRANDS.get(word) ?? [])
  // An attacker can have an address at gmail.com.
  const owns = ({ names, domains }: Brand) => !isAtSharedProvider && (names.includes(label) || domains.includes(domain))
  const pretended = [...named, ...inDomain]
  return {
    isPretended: pretended.length > 0 ? !pretended.some(owns) : !isColleague && isDeskName(fromName),
    isLure: parts.length > 1 && parts.some((part) => LURES.has(part)),
    isBrand: pretended.some(owns),
    hasOtherReplyAddress: reply !== undefined && reply.includes('@') && registeredDomain(reply) !== domain,
    isColleague,
    isAtSharedProvider,
  }
}
