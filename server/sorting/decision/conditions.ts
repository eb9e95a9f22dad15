import { exactAddress } from '../../../contract/address.ts'
import type { ConditionKind } from '../../../contract/functions/folder-conditions.ts'
import { listIdOf } from '../../../packages/classifier/features.ts'
import type { MailToSort } from '../../../packages/classifier/mail.ts'
import { wordsOf } from '../../../packages/classifier/tokens.ts'

/** What the user says beforehand: mail like this goes there. */
export interface Condition {
  kind: ConditionKind
  /** As `conditionValue` of the contract makes it. */
  value: string
  folderId: string
}

/**
 * The first condition, in the user's order, that this mail fulfils. Addresses, domains and lists are compared whole: a display name, or
 * a part of an address, is whatever a stranger wants it to be.
 */
export function firstFulfilled(mail: MailToSort, conditions: readonly Condition[]): Condition | null {
  if (conditions.length === 0) return null
  const sender = exactAddress(mail.from)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const list = listIdOf(mail.headers)
  const subject = new Set(wordsOf(mail.subject))
  const isFulfilled = ({ kind, value }: Condition): boolean => {
    if (kind === 'address') return sender === value
    if (kind === 'domain') return domain === value || domain.endsWith(`.${value}`)
    if (kind === 'list') return list === value
    const words = wordsOf(value)
    return words.length > 0 && words.every((word) => subject.has(word))
  }
  return conditions.find(isFulfilled) ?? null
}
