import { exactAddress } from '../../../contract/address.ts'
import type { ConditionKind } from '../../../contract/functions/folder-conditions.ts'
import { fold, listIdOf, type MessageToSort, wordsOf } from '../../../packages/classifier/classifier.ts'

/** A rule of the user: mail that matches goes to the folder. */
export interface Condition {
  kind: ConditionKind
  /** Normalized by `conditionValue` of the contract. */
  value: string
  folderId: string
}

/** Without the trailing dot of a fully qualified domain (RFC 1034), which would bypass the user's rules. */
export const senderToMatch = ({ from }: MessageToSort): string => exactAddress(from).replace(/\.$/, '')

/** "C++" is another word than "C". */
const wordWithSymbol = /[\p{L}\p{N}][+#&]|[+#&][\p{L}\p{N}]/u

/** Whether the words of the value that contain a symbol are in the subject as they are. */
function hasSymbols(subject: string, value: string): boolean {
  const wanted = piecesOf(value).filter((piece) => wordWithSymbol.test(piece))
  if (wanted.length === 0) return true
  const present = new Set(piecesOf(subject))
  return wanted.every((piece) => present.has(piece))
}

const piecesOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{M}\p{N}+#&.]+/u)
    .map((piece) => piece.replace(/^\.+|\.+$/g, ''))

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
    return words.length > 0 && words.every((word) => subject.has(word)) && hasSymbols(mail.subject, value)
  }
  return conditions.find(matches) ?? null
}
