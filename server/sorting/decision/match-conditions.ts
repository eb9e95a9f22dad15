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

/** "50 €" is "50€", and "§ 5" is "§5": whether a blank stands there is a custom of a language. */
const withSymbolsAtNumbers = (text: string): string =>
  fold(text)
    .replace(/(?<=\p{N})\s+(?=[%‰\p{Sc}](?!\p{N}))/gu, '')
    .replace(/(?<=(?<!\p{N})[§#\p{Sc}])\s+(?=\p{N})/gu, '')

/** "C&A" is also written with blanks, and by programs as it is in HTML. */
const withoutBlanksAtAnd = (text: string): string => text.replace(/\s*&(?:amp;)?\s*/g, '&')

/** Parts of the value in which symbols touch letters or digits: "C++", ".NET", "24/7", "R&D", "50€". */
const partsWithSymbols = (value: string): string[] =>
  withSymbolsAtNumbers(value)
    .split(/(?:[^\p{L}\p{M}\p{N}\p{Sc}+#&%‰§@/.,]|(?<!\p{N}),|,(?!\p{N}))+/u)
    .map((part) => part.replace(/^\.{2,}|\.+$/g, ''))
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && /[^\p{L}\p{M}\p{N}]/u.test(part))

/** Whether the part is in the text as it is, and is no piece of another word or number: "C++17", "1100%", "$100.50". */
function isWholeIn(text: string, part: string): boolean {
  // "C+" is no piece of "C++", while a point or slash also ends a word: "C#/F#."
  const own = part.replace(/[\p{L}\p{M}\p{N}/.,]/gu, '')
  const word = `[\\p{L}\\p{M}\\p{N}${RegExp.escape(own)}]`
  const inNumber = "[.,:/'’]"
  const before = `(?<!${word}|\\p{N}${inNumber}(?=\\p{N}))`
  const after = `(?!${word}|(?<=\\p{N})${inNumber}\\p{N})`
  return new RegExp(before + RegExp.escape(part) + after, 'u').test(text)
}

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
  const text = withSymbolsAtNumbers(mail.subject)
  const texts = [text, withoutBlanksAtAnd(text)]
  const matches = ({ kind, value }: Condition): boolean => {
    if (kind === 'address') return sender === value
    if (kind === 'domain') return domain === value || domain.endsWith(`.${value}`)
    if (kind === 'list') return list === value
    const words = wordsOf(value)
    return (
      words.length > 0 &&
      words.every((word) => subject.has(word)) &&
      partsWithSymbols(value).every((part) => texts.some((each) => isWholeIn(each, part)))
    )
  }
  return conditions.find(matches) ?? null
}
