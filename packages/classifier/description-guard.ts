import { isDeepStrictEqual } from 'node:util'
import { conceptsOf, fieldWeight, isEveryday } from './concept-shares.ts'
import type { DocumentFrequencies } from './document-frequencies.ts'
import type { Match } from './folder-profile.ts'
import {
  conceptSimilarity,
  CONCEPTS_ONLY,
  descriptionLeads,
  descriptionScore,
  matchProfiles,
  profileOf,
} from './folder-profile.ts'
import type { Features } from './message-features.ts'
import { STOP_STEMS } from './instruction-phrases.ts'
import { CONCEPT_NAMES } from './lexicon.ts'
import { IN_SENDER, IN_SUBJECT, IN_TEXT } from './message-features.ts'
import { isCalendar } from './shapes.ts'
import { topicSimilarity, topicsOfMessage } from './topics.ts'
import { stemsOf as stemsIn } from './tokenize.ts'
import type { FolderToSort, MessageToSort } from './types.ts'

/**
 * What a sender can write without being the mail that the user means: whoever knows a folder's name can put it into a
 * subject, and whoever knows its instructions can paste them.
 *
 * @returns the match without the words of folder `k`'s name, and without the words of its instructions that only text
 *   and attachment names contain
 */
export function matchBeyondCopies(
  features: Features,
  folders: readonly FolderToSort[],
  k: number,
  frequencies: DocumentFrequencies,
): Match {
  const { namedStems, instructedStems } = stemsOf(folders, k)
  const isCopied = (stem: number, fields: number) =>
    namedStems.has(stem) || ((fields & IN_OPENING) === 0 && instructedStems.has(stem))
  return matchWithout(isCopied, features, folders, frequencies)
}

const IN_OPENING = IN_SUBJECT | IN_SENDER

function matchWithout(
  isCopied: (stem: number, fields: number) => boolean,
  features: Features,
  folders: readonly FolderToSort[],
  frequencies: DocumentFrequencies,
): Match {
  const stems = new Map([...features.stems].filter(([stem, fields]) => !isCopied(stem, fields)))
  return matchProfiles({ ...features, stems }, folders, frequencies, CONCEPTS_ONLY)
}

function stemsOf(folders: readonly FolderToSort[], k: number) {
  const folder = folders[k]
  return folder ? profileOf(folder) : NO_STEMS
}

const NO_STEMS = { namedStems: new Set<number>(), instructedStems: new Set<number>(), writtenCount: 0 }

/** A message with a dot in place of every word that the folder's name and instructions have. */
export function withoutCopiedWords(mail: MessageToSort, folder: FolderToSort): MessageToSort {
  const { namedStems, instructedStems } = profileOf(folder)
  return withoutWords(mail, namedStems.union(instructedStems))
}

/**
 * A message without the words of the folder's name, where subject or sender also have another word of its instructions:
 * name and word together prove no more than one of them.
 */
export function withoutNameBesideWord(mail: MessageToSort, { stems }: Features, folder: FolderToSort): MessageToSort {
  const { namedStems, instructedStems } = profileOf(folder)
  const isBeside = [...instructedStems.difference(namedStems)].some(
    (stem) => ((stems.get(stem) ?? 0) & IN_OPENING) !== 0,
  )
  return isBeside ? withoutWords(mail, namedStems) : mail
}

function withoutWords(mail: MessageToSort, copied: ReadonlySet<number>): MessageToSort {
  const isCopied = (word: string): boolean => [...stemsIn(word)].some((stem) => copied.has(stem))
  const blanked = (text: string): string =>
    text.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => (isCopied(word) ? '·' : word))
  const { from, fromName, subject, text, headers, attachmentNames } = mail
  return {
    ...mail,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, blanked(value)])),
    from: blanked(from),
    fromName: blanked(fromName),
    subject: blanked(subject),
    text: blanked(text),
    attachmentNames: attachmentNames.map(blanked),
  }
}

export function hasDescribedWords(mail: MessageToSort, folder: FolderToSort): boolean {
  return !isDeepStrictEqual(withoutCopiedWords(mail, folder), mail)
}

/**
 * A message without what an unknown sender can forge: described words, headers (of a list, of a conversation), and the
 * form of a calendar entry.
 */
export function withoutForgeries(mail: MessageToSort, folder: FolderToSort): MessageToSort {
  const { attachmentNames, ...others } = withoutCopiedWords(mail, folder)
  return {
    ...others,
    attachmentNames: attachmentNames.filter((name) => !isCalendar(name)),
    headers: {},
    isMeeting: false,
  }
}

/** Likeness of topics from which the words beside the described ones are about the folder's topic. */
const MIN_TOPIC_LIKENESS = 0.5

/** Whether a message is about the folder's topic also without every word of its name and instructions. */
export function isOnTopicBeyondCopies({ stems, spelling }: Features, folder: FolderToSort): boolean {
  const { namedStems, instructedStems, topics } = profileOf(folder)
  const others = new Map([...stems].filter(([stem]) => !namedStems.has(stem) && !instructedStems.has(stem)))
  return topicSimilarity(topicsOfMessage(others, spelling, fieldWeight), topics) >= MIN_TOPIC_LIKENESS
}

/** Likeness of concepts, and of topics, that words about something else have by chance. */
const CONCEPT_BY_CHANCE = 0.1
const TOPIC_BY_CHANCE = 0.2

/**
 * Whether one word is all that speaks for the folder, and the others are about something else: "a walk along the bank
 * of the river". It is the only described word or, where no word is described, one of subject and sender. Fewer than
 * six of ten such messages belong in the folder.
 */
export function restsOnOneWord(features: Features, folder: FolderToSort): boolean {
  const { terms, concepts, topics } = profileOf(folder)
  const likenessWithout = (word: number) => {
    const stems = new Map([...features.stems].filter(([stem]) => stem !== word))
    return {
      concept: conceptSimilarity(conceptsOf({ ...features, stems }).whole, concepts),
      topic: topicSimilarity(topicsOfMessage(stems, features.spelling, fieldWeight), topics),
    }
  }
  const described = [...features.stems.keys()].filter((stem) => (terms.get(stem) ?? 0) > 0)
  const [only] = described
  if (described.length > 1) return false
  if (only !== undefined) {
    const fields = features.stems.get(only) ?? 0
    const inSender = (fields & IN_SENDER) !== 0
    // "Gisela" is no word with another sense. What subject and text repeat is said less by the way.
    if (inSender && !isEveryday(only)) return false
    if (namesBill(features, only)) return false
    const isRepeated = (fields & IN_SUBJECT) !== 0 && (fields & IN_TEXT) !== 0
    const { concept, topic } = likenessWithout(only)
    return concept < (isRepeated || inSender ? 0 : CONCEPT_BY_CHANCE) && topic < MIN_TOPIC_LIKENESS
  }
  return [...features.stems].some(([stem, fields]) => {
    if ((fields & IN_OPENING) === 0 || !features.spelling.has(stem)) return false
    const { concept, topic } = likenessWithout(stem)
    return concept < 0 && topic < TOPIC_BY_CHANCE
  })
}

const INVOICE = CONCEPT_NAMES.indexOf('invoice')
const UNAMBIGUOUS_SHARE = 0.5

/** Whether the subject begins with the word, and it means a bill: "Invoice for the boiler", whatever boilers are. */
function namesBill(features: Features, word: number): boolean {
  const isOfSubject = ([stem, fields]: [number, number]) => (fields & IN_SUBJECT) !== 0 && !STOP_STEMS.has(stem)
  const [first] = [...features.stems].find(isOfSubject) ?? []
  const { whole } = conceptsOf({ ...features, stems: new Map([[word, IN_SUBJECT]]) })
  return first === word && (whole[INVOICE] ?? 0) >= UNAMBIGUOUS_SHARE
}

const COPIED_SHARE = 0.85
const MIN_COPIED_STEMS = 6

/** Whether the message contains nearly all words of the instructions. */
export function containsInstructions(features: Features, folder: FolderToSort): boolean {
  const { instructedStems, writtenCount } = profileOf(folder)
  const found = [...instructedStems].filter((stem) => features.stems.has(stem)).length
  return found >= MIN_COPIED_STEMS && found >= COPIED_SHARE * writtenCount
}

/** Share of the instructions' words in subject and sender from which they look copied; less suffices for many words. */
const OPENING_SHARE = 3 / 4
const OPENING_SHARE_OF_MANY = 1 / 2
const MANY_STEMS = 5
/** What the other words must then contribute: as much as a clear match, and more than to all other folders together. */
const MIN_TOPIC = { score: 1.5, lead: 0 }
/** The same for instructions of one word, which honest subjects often contain as well. */
const MIN_TOPIC_OF_ONE = { score: 1.3, lead: -0.5 }
/**
 * Where subject and sender contain the name and at most one other word of the instructions: what the words must
 * contribute that are not described, or that the text repeats.
 */
const MIN_SCORE_BESIDE_NAME = 0.3

/**
 * Whether subject and sender may be a copy of folder `k`'s description, and the other words of the message are about
 * something else. An honest message has other words of the same topic: "Invoice 7" mentions an amount and a date.
 */
export function isCopyOnOtherTopic(
  features: Features,
  folders: readonly FolderToSort[],
  k: number,
  frequencies: DocumentFrequencies,
): boolean {
  const { namedStems, instructedStems, writtenCount } = stemsOf(folders, k)
  const opening = (stem: number) => ((features.stems.get(stem) ?? 0) & IN_OPENING) !== 0
  const instructed = [...instructedStems].filter(opening)
  const share = instructed.length >= MANY_STEMS ? OPENING_SHARE_OF_MANY : OPENING_SHARE
  const isInstructions = instructed.length > 0 && instructed.length >= share * writtenCount
  const beside = instructed.filter((stem) => !namedStems.has(stem)).length
  const isName = namedStems.size > 0 && [...namedStems].every(opening) && beside <= 1
  if (!isInstructions && !isName) return false
  const isDescribed = (stem: number) => namedStems.has(stem) || instructedStems.has(stem)
  if (isInstructions) {
    const topic = matchWithout(isDescribed, features, folders, frequencies)
    const least = writtenCount === 1 ? MIN_TOPIC_OF_ONE : MIN_TOPIC
    if (descriptionScore(topic, k) < least.score || (descriptionLeads(topic)[k] ?? 0) < least.lead) return true
  }
  const isOnlyInOpening = (stem: number, fields: number) => isDescribed(stem) && (fields & IN_TEXT) === 0
  const rest = matchWithout(isOnlyInOpening, features, folders, frequencies)
  return isName && descriptionScore(rest, k) < MIN_SCORE_BESIDE_NAME
}
