import { hasManySenders } from './domain-senders.ts'
import { findRow } from './feature-table.ts'
import { hashText } from './hash.ts'
import { cleanAddress, domainOf } from './message-addresses.ts'
import { traitKey, type Features } from './message-features.ts'
import type { Model } from './model-state.ts'
import { isSharedProvider } from './shared-providers.ts'
import { countTrait, traitCounts } from './trait-counts.ts'

/** Filed senders from which the domain can speak for a folder. */
const SEVERAL_SENDERS = 3
/** By how much the share of a folder in the messages may exceed its share in the senders: one who writes a lot. */
const MAX_EXCESS = 0.3
const FILED_SALT = 0x71

/**
 * Domains of many unrelated senders: a mail provider that no list names, a company in which everyone works, a mailing
 * platform. One of them says nothing about the next, unless the user has filed several: a customer, a school.
 */
export function isSharedDomain(model: Model, domain: string): boolean {
  if (isSharedProvider(domain)) return true
  if (!hasManySenders(model.domainSenders, domain)) return false
  const row = findRow(model.table, filedKey(domain))
  if (row < 0 || (model.table.mails[row] ?? 0) < SEVERAL_SENDERS) return true
  const senders = sharesIn(model, row)
  const messages = sharesIn(model, findRow(model.table, traitKey('domain', domain)))
  return messages.some((share, k) => share > (senders[k] ?? 0) + MAX_EXCESS)
}

/** Share of each folder among the messages with a trait; zero without any. */
function sharesIn(model: Model, row: number): Float64Array {
  const columns = [...model.folders.keys()]
  const counts = row < 0 ? new Float64Array(columns.length) : traitCounts(model, row, columns)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => (all === 0 ? 0 : count / all))
}

const filedKey = (domain: string): number => hashText(domain, FILED_SALT)

/** Counts the message at its domain, and a new sender. Call it before the message is learned. */
export function addFiledSender(model: Model, from: string, features: Features, column: number): void {
  const domain = domainOf(cleanAddress(from))
  if (domain === '' || isSharedProvider(domain)) return
  const domainKey = traitKey('domain', domain)
  // Otherwise it is counted as a trait of the message.
  if (!features.traits.some(({ key }) => key === domainKey)) countTrait(model, domainKey, column)
  if (!model.filedSenders.has(features.senderKey)) countTrait(model, filedKey(domain), column)
}
