import { EMPTY_WORDS, NEGATIONS } from '../../../packages/classifier/concepts.ts'
import { cleanAddress, listIdOf } from '../../../packages/classifier/features.ts'
import type { MailToSort } from '../../../packages/classifier/mail.ts'
import { isSharedProvider } from '../../../packages/classifier/shared-providers.ts'
import { fold } from '../../../packages/classifier/tokens.ts'

/** Fewer say nothing about what a folder is for. */
export const fewestMails = 3
const mostSources = 4
const mostWords = 6
/** A source or a word stands in at least two mails, and in this share of them; in mail of other folders half as often at most. */
const leastShare = 0.15
const plainAddress = /^[\w.+-]{1,64}@[a-z\d.-]{3,100}$/
const plainName = /^[\w.+@-]{3,100}$/
const emptyWords = new Set(`${EMPTY_WORDS} ${NEGATIONS}`.split(/\s+/))

interface Mark {
  text: string
  kind: 'from' | 'list' | 'word'
}

/**
 * One sentence of addresses, domains, lists and single words that are frequent in the folder's mail and not in that of others. No other
 * part of a mail gets into it: whatever a stranger writes is data, and cannot become more than a word of a list.
 * @returns null where nothing sets the folder apart
 */
export function describeFolder(own: readonly MailToSort[], others: readonly MailToSort[]): string | null {
  if (own.length < fewestMails) return null
  const domains = sharedDomains(own)
  const inOwn = countMarks(own, domains)
  const inOthers = countMarks(others, domains)
  const marks = [...inOwn.values()]
    .map(({ mark, mails }) => {
      const share = mails / own.length
      const elsewhere = (inOthers.get(keyOf(mark))?.mails ?? 0) / Math.max(others.length, 1)
      return { mark, mails, share, elsewhere }
    })
    .filter(({ mails, share, elsewhere }) => mails >= 2 && share >= leastShare && elsewhere <= share / 2)
    .toSorted((a, b) => b.share - b.elsewhere - (a.share - a.elsewhere) || (a.mark.text < b.mark.text ? -1 : 1))
    .map(({ mark }) => mark)
  const sources = marks.filter(({ kind }) => kind !== 'word').slice(0, mostSources)
  const named = new Set(sources.flatMap(({ text }) => fold(text).split(/[^\p{L}]+/u)))
  const words = marks.filter(({ kind, text }) => kind === 'word' && !named.has(fold(text))).slice(0, mostWords)
  return sentence(sources, words)
}

const keyOf = ({ kind, text }: Mark): string => `${kind} ${text}`

function sentence(sources: readonly Mark[], words: readonly Mark[]): string | null {
  const of = (kind: Mark['kind']): string[] => sources.filter((one) => one.kind === kind).map(({ text }) => text)
  const [from, lists] = [of('from'), of('list').map((list) => `the list ${list}`)]
  const about = words.length === 0 ? [] : [`about ${words.map(({ text }) => text).join(', ')}`]
  const origin = [...from, ...lists]
  const parts = [...(origin.length === 0 ? [] : [`from ${joined(origin)}`]), ...about]
  return parts.length === 0 ? null : `Mail ${parts.join('; ')}.`
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Domains from which several addresses write: the domain says it then. Where the public keeps its mailboxes it says nothing. */
function sharedDomains(mails: readonly MailToSort[]): ReadonlySet<string> {
  const senders = new Map<string, Set<string>>()
  for (const mail of mails) {
    const address = cleanAddress(mail.from)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (!plainAddress.test(address) || isSharedProvider(domain)) continue
    senders.set(domain, (senders.get(domain) ?? new Set()).add(address))
  }
  return new Set([...senders].filter(([, addresses]) => addresses.size > 1).map(([domain]) => domain))
}

function countMarks(mails: readonly MailToSort[], domains: ReadonlySet<string>) {
  const counts = new Map<string, { mark: Mark; mails: number }>()
  for (const mail of mails) {
    const marks = new Map<string, Mark>()
    for (const mark of [...sourceOf(mail, domains), ...wordsOf(mail)]) marks.set(keyOf(mark), mark)
    for (const [key, mark] of marks) counts.set(key, { mark, mails: (counts.get(key)?.mails ?? 0) + 1 })
  }
  return counts
}

/** The list where the mail came through one, else the sender. */
function sourceOf(mail: MailToSort, domains: ReadonlySet<string>): Mark[] {
  const list = listIdOf(mail.headers)
  if (plainName.test(list)) return [{ kind: 'list', text: list }]
  const address = cleanAddress(mail.from)
  if (!plainAddress.test(address)) return []
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return [{ kind: 'from', text: domains.has(domain) ? domain : address }]
}

function wordsOf({ subject, text }: MailToSort): Mark[] {
  const words = `${subject} ${text}`.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? []
  return words
    .filter((word) => word.length <= 24 && !emptyWords.has(fold(word)))
    .map((word): Mark => ({ kind: 'word', text: word }))
}
