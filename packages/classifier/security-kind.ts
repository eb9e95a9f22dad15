import { listIdOf } from './message-addresses.ts'
import { REPLY_MARK } from './message-features.ts'
import { countPhrases, type PhraseCounts, type PhraseGroup } from './security-phrases.ts'
import { senderIdentity, type SenderIdentity } from './sender-identity.ts'
import type { MessageToSort } from './types.ts'

/**
 * `code`: codes and links to sign in, to reset a password or to confirm an address. `account_security`: what happened
 * to an account and its protection.
 */
export type SecurityKind = 'code' | 'account_security' | 'phishing'

/** What makes an email look like phishing. */
export type PhishingSign =
  | 'sender'
  | 'reply_address'
  | 'web_page'
  | 'mailbox'
  | 'threat'
  | 'demand'
  | 'hurry'
  | 'payment'

/** The other signs press the reader. */
const DECEITS: ReadonlySet<PhishingSign> = new Set(['sender', 'reply_address', 'web_page', 'mailbox'])

interface WeighedSign {
  sign: PhishingSign
  weight: number
}

export interface SecurityFinding {
  kind: SecurityKind
  /** The strongest first; empty for the other kinds. */
  signs: PhishingSign[]
}

/** A score of several signs, never one word. */
const MIN_CODE = 3.5
const MIN_ACCOUNT = 3
const MIN_PHISHING = 4
/** Against phishing: the address is that of a well-known sender. */
const BRAND = 3
/** No machine answers with a code; phishing may pretend to answer. */
const ANSWER = { code: 8, phishing: 1 }
/** Two phrases of one sign weigh more than one. */
const REPEATED = 0.5

/** Email that a user has to see at once: see `SecurityKind`. Null for all other email. */
export function securityFinding(mail: MessageToSort): SecurityFinding | null {
  const phrases = countPhrases(mail)
  if (!mayBe(phrases)) return null
  const sender = senderIdentity(mail)
  const doubts = doubtsAbout(mail, sender)
  const signs = phishingSigns(mail, phrases, sender)
  const isAnswer = REPLY_MARK.test(mail.subject) || mail.headers['in-reply-to'] !== undefined
  if (isPhishing(signs, phrases, sum([doubts, isAnswer ? ANSWER.phishing : 0, sender.isBrand ? BRAND : 0])))
    return { kind: 'phishing', signs: signs.map(({ sign }) => sign) }
  const against = sum([
    doubts,
    isAnswer ? ANSWER.code : 0,
    sender.isAtSharedProvider ? 1 : 0,
    Math.min(2, 1.5 * phrases.subject.other + 0.5 * phrases.text.other),
  ])
  const code = codeScore(phrases) - against
  const account = accountScore(phrases) - against
  if (Math.max(code - MIN_CODE, account - MIN_ACCOUNT) < 0) return null
  return { kind: code >= account ? 'code' : 'account_security', signs: [] }
}

/** Whether the signs weigh enough, and both deceive and press the reader. */
function isPhishing(signs: readonly WeighedSign[], { text }: PhraseCounts, doubts: number): boolean {
  const greeting = Math.min(1, text.greeting)
  const deceits = signs.filter(({ sign }) => DECEITS.has(sign)).length
  const pressures = signs.length - deceits + (signs.some(({ sign }) => sign === 'web_page') ? 1 : 0)
  return deceits > 0 && pressures > 0 && sum(signs.map(({ weight }) => weight)) + greeting - doubts >= MIN_PHISHING
}

/** Most email has none of these phrases. */
function mayBe({ subject, text }: PhraseCounts): boolean {
  const has = ({ code, weak, link, account, mailbox, threat, demand, payment }: PhraseCounts['text']): boolean =>
    code + weak + link + account + mailbox + threat + demand + payment > 0
  return has(subject) || has(text)
}

/** Lists, newsletters and colleagues write about such email. */
const doubtsAbout = ({ headers }: MessageToSort, { isColleague }: SenderIdentity): number =>
  sum([listIdOf(headers) === '' ? 0 : 3, headers['list-unsubscribe'] === undefined ? 0 : 0.5, isColleague ? 1.5 : 0])

/** The weight of a phrase of a group in the subject, otherwise in the text. */
const weightOf = (
  { subject, text }: PhraseCounts,
  group: PhraseGroup,
  [inSubject, inText]: readonly [number, number],
): number => (subject[group] > 0 ? inSubject : text[group] > 0 ? inText : 0)

const codeScore = (phrases: PhraseCounts): number =>
  sum([
    weightOf(phrases, 'code', [2.5, 1.5]),
    weightOf(phrases, 'weak', [1, 1]),
    weightOf(phrases, 'link', [2.75, 1]),
    Math.min(3, 0.75 * (phrases.text.once + phrases.subject.once)),
    phrases.code === 'long' ? 2 : phrases.code === 'short' ? 1.5 : 0,
    phrases.isLongInSubject && phrases.subject.other === 0 ? 1 : 0,
  ])

const accountScore = (phrases: PhraseCounts): number =>
  sum([
    weightOf(phrases, 'account', [2, 0]),
    Math.min(2, phrases.text.account),
    Math.min(2, phrases.text.notice),
    Math.min(1, 0.5 * phrases.text.detail),
  ])

function phishingSigns(
  { attachmentNames }: MessageToSort,
  phrases: PhraseCounts,
  { isPretended, isLure, hasOtherReplyAddress, isColleague }: SenderIdentity,
): WeighedSign[] {
  const hasWebPage = attachmentNames.some((name) => /\.(?:s?html?|svg)$/i.test(name))
  const said = (group: PhraseGroup, weight: number): number => {
    const times = phrases.subject[group] + phrases.text[group]
    return times === 0 ? 0 : weight + (times > 1 ? REPEATED : 0)
  }
  const signs: WeighedSign[] = [
    { sign: 'sender', weight: isPretended ? 2 : isLure ? 1 : 0 },
    { sign: 'mailbox', weight: isColleague ? 0 : said('mailbox', 2) },
    { sign: 'web_page', weight: hasWebPage ? 1.5 : 0 },
    { sign: 'threat', weight: said('threat', 1.5) },
    { sign: 'demand', weight: said('demand', 1.5) },
    { sign: 'payment', weight: said('payment', 1.5) },
    { sign: 'reply_address', weight: hasOtherReplyAddress ? 1 : 0 },
    { sign: 'hurry', weight: said('hurry', 1) },
  ]
  return signs.filter(({ weight }) => weight > 0)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
