import {
  cleanAddress,
  fold,
  isSharedProvider,
  listIdOf,
  type MessageToSort,
  NEGATIONS,
  STOP_WORDS,
} from '../../../packages/classifier/classifier.ts'
import { topicPhrases } from './topic-phrases.ts'

/** Fewer messages do not tell what a folder is for. */
const proposalMinDescribedMessages = 3
/** Senders, domains and lists that proposed instructions name. */
const proposalMaxSources = 4
/** Minimum share of the folder's messages that have a named feature. */
const proposalMinFeatureShare = 0.15

const plainAddress = /^[\w.+-]{1,64}@[a-z\d.-]{3,100}$/
const plainName = /^[\w.+@-]{3,100}$/
const emptyWords = new Set(`${STOP_WORDS} ${NEGATIONS}`.split(/\s+/))

interface Feature {
  text: string
  kind: 'from' | 'list' | 'word'
}

/**
 * One sentence of topics (from a closed list) and of the addresses, domains and lists that are frequent in the folder's
 * mail and rare in other folders. It contains no other part of a mail, so that text which a sender wrote cannot become
 * an instruction.
 * @returns null where nothing distinguishes the folder
 */
export function describeFolder(own: readonly MessageToSort[], others: readonly MessageToSort[]): string | null {
  if (own.length < proposalMinDescribedMessages) return null
  const domains = sharedDomains(own)
  const inOwn = countFeatures(own, domains)
  const inOthers = countFeatures(others, domains)
  const features = [...inOwn.values()]
    .map(({ feature, mails }) => {
      const share = mails / own.length
      const elsewhere = (inOthers.get(keyOf(feature))?.mails ?? 0) / Math.max(others.length, 1)
      return { feature, mails, share, elsewhere }
    })
    // At least two messages have the feature, and other folders have it half as often at most.
    .filter(({ mails, share, elsewhere }) => mails >= 2 && share >= proposalMinFeatureShare && elsewhere <= share / 2)
    .toSorted((a, b) => b.share - b.elsewhere - (a.share - a.elsewhere) || (a.feature.text < b.feature.text ? -1 : 1))
  const sources = features.filter(({ feature }) => feature.kind !== 'word').slice(0, proposalMaxSources)
  const words = features.filter(({ feature }) => feature.kind === 'word')
  const topics = topicPhrases(words.map(({ feature, share, elsewhere }) => [feature.text, share - elsewhere]))
  return sentence(
    topics,
    sources.map(({ feature }) => feature),
  )
}

const keyOf = ({ kind, text }: Feature): string => `${kind} ${text}`

function sentence(topics: readonly string[], sources: readonly Feature[]): string | null {
  if (topics.length === 0 && sources.length === 0) return null
  const names = sources.map(({ kind, text }) => (kind === 'list' ? `the list ${text}` : text))
  const what = topics.length === 0 ? 'email' : joined(topics)
  const from = names.length === 0 ? '' : ` from ${joined(names)}`
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${from}.`
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Domains that several senders share: then the domain replaces the addresses. Public email providers do not count. */
function sharedDomains(mails: readonly MessageToSort[]): ReadonlySet<string> {
  const senders = new Map<string, Set<string>>()
  for (const mail of mails) {
    const address = cleanAddress(mail.from)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (!plainAddress.test(address) || isSharedProvider(domain)) continue
    senders.set(domain, (senders.get(domain) ?? new Set()).add(address))
  }
  return new Set([...senders].filter(([, addresses]) => addresses.size > 1).map(([domain]) => domain))
}

function countFeatures(mails: readonly MessageToSort[], domains: ReadonlySet<string>) {
  const counts = new Map<string, { feature: Feature; mails: number }>()
  for (const mail of mails) {
    const features = new Map<string, Feature>()
    for (const feature of [...sourceOf(mail, domains), ...wordsOf(mail)]) features.set(keyOf(feature), feature)
    for (const [key, feature] of features) counts.set(key, { feature, mails: (counts.get(key)?.mails ?? 0) + 1 })
  }
  return counts
}

/** The list where the mail came through one, else the sender. */
function sourceOf(mail: MessageToSort, domains: ReadonlySet<string>): Feature[] {
  const list = listIdOf(mail.headers)
  if (plainName.test(list)) return [{ kind: 'list', text: list }]
  const address = cleanAddress(mail.from)
  if (!plainAddress.test(address)) return []
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return [{ kind: 'from', text: domains.has(domain) ? domain : address }]
}

function wordsOf({ subject, text }: MessageToSort): Feature[] {
  const words = `${subject} ${text}`.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? []
  return words
    .filter((word) => word.length <= 24 && !emptyWords.has(fold(word)))
    .map((word): Feature => ({ kind: 'word', text: word }))
}
