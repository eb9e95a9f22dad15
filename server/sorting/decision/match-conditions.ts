import { exactAddress } from '../../../contract/address.ts'
import type { ConditionKind } from '../../../contract/functions/folder-conditions.ts'
import { listIdOf, type MessageToSort, wordsOf } from '../../../packages/classifier/classifier.ts'

/** A rule of the user: mail that matches goes to the folder. */
export interface Condition {
  kind: ConditionKind
  /** Normalized by `conditionValue` of the contract. */
  value: string
  folderId: string
}

/** Without the trailing dot of a fully qualified domain (RFC 1034), which would bypass the user's rules. */
export const senderToMatch = ({ from }: MessageToSort): string => exactAddress(from).replace(/\.$/, '')

/**
 * The first condition, in the user's order, that matches the mail. Addresses, domains and lists are compared as a
 * whole: the sender can choose any display name or part of an address.
 */
export function firstMatchingCondition(mail: MessageToSort, conditions: readonly Condition[]): Condition | null {
  if (conditions.length === 0) return null
  const sender = senderToMatch(mail)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const list = listIdOf(mail.headers)
  const subject = new Set(wordsOf(mail.subject))
  const matches = ({ kind, value }: Condition): boolean => {
    if (kind === 'address') return sender === value
    if (kind === 'domain') return domain === value || domain.endsWith(`.${value}`)
    if (kind === 'list') return list === value
    const words = wordsOf(value)
    return words.length > 0 && words.every((word) => subject.has(word))
  }
  return conditions.find(matches) ?? null
}
