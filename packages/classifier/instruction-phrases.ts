import { STOP_WORDS, NEGATIONS, CONTRAST_WORDS } from './concepts.ts'
import { tokensOf } from './instruction-tokens.ts'
import { DOMAIN_ENDING } from './message-addresses.ts'
import { inPlainForm } from './plain-instructions.ts'
import { eachWord, fold, stemsOf } from './tokenize.ts'

export const STOP_STEMS = stemsOf(STOP_WORDS)
const NEGATION_STEMS = stemsOf(NEGATIONS)
const POSITIVE_STEMS = stemsOf(CONTRAST_WORDS)
/** Compared as whole words: their stems also begin other words ("exclusive offers", "unique"). */
const MORE_NEGATIONS = wordHashes(`nothing none neither nor exclude excludes ignore nichts weder keiner keines keinem
  niemals aucun aucune rien ni nada ningun ninguna tampoco niets`)
const MORE_CONTRASTS = wordHashes(`however instead rather solely exclusively though although whereas jedoch
  stattdessen ausschliesslich allerdings hingegen dagegen uniquement toutefois tandis aunque mientras hoewel terwijl
  exclusivement cependant plutot solamente unicamente uitsluitend`)
/** After a negation they name what is wanted: "no advertising except from the club". */
const EXCEPTIONS = wordHashes(`except excepting apart ausser ausgenommen sauf hormis excepte excepto salvo behalve
  uitgezonderd`)
/** Words after a negation that say nothing about the messages: "newsletters do not belong here". */
const PLACE_WORDS = wordHashes(`here belong belongs go goes come comes hier hierher hierhin gehoren gehort rein ici
  aqui van vont hoort horen thuis`)
/** They end a negation: "no newsletters, everything else from the shop". */
const EVERYTHING_ELSE = new RegExp(
  '(?<!not )\\b(?:(?:everything|anything|all) else|(?:alles|alle) (?:ander|ubrig|weiter|sonstig)\\w*|tout le reste|' +
    'tous les autres|todo lo demas|el resto|al het (?:andere|overige)|de rest)\\b',
  'g',
)
/** Contractions ("don't", "isn’t"): splitting at the apostrophe would yield "don", a donation in French. */
const CONTRACTED = /n['\u2019]t\b/g

const SENTENCE_END = /[.!?;]+(?=\s|$)|\n+/
const PART = /([,:()]|\s[-\u2013\u2014]\s)/
/** "NET/ROM", "check-in": also written as one word or as two. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[./-][\p{L}\p{N}]+)+/gu

/** Words between two commas, without stop words. */
interface Phrase {
  stems: number[]
  /** Its words, folded. */
  text: string
  /** Follows a negation: the folder does not want it. */
  isUnwanted: boolean
}

/**
 * A negation holds until the end of the sentence or of the brackets, a contrast word ("but", "only"), an exception, or
 * "everything else". An address is a rule and no description: strangers can have its words in theirs.
 *
 * @param name of the folder
 * @param isPart the text is a part of longer instructions, beside which "newsletters go to Reading" is an exception
 */
export function phrasesOf(text: string, name = '', isPart = false): Phrase[] {
  const readable = fold(inPlainForm(text, name, isPart).text)
    .replace(CONTRACTED, ' not')
    .replace(EVERYTHING_ELSE, ' but ')
  return readable.split(SENTENCE_END).flatMap((sentence) => phrasesOfSentence(sentence.split(PART)))
}

function phrasesOfSentence(parts: readonly string[]): Phrase[] {
  const phrases: Phrase[] = []
  let isUnwanted = false
  const outside: boolean[] = []
  for (const part of parts) {
    if (part === '(') outside.push(isUnwanted)
    else if (part === ')') isUnwanted = outside.pop() ?? isUnwanted
    else {
      const own = phrasesOfPart(withoutAddresses(part), isUnwanted)
      phrases.push(...own.phrases)
      isUnwanted = own.isUnwanted
    }
  }
  return phrases
}

/** A part without addresses. */
interface ReadablePart {
  text: string
  /** Words of domains: in "no newsletters from acme.example" only newsletters are unwanted. */
  domains: ReadonlySet<string>
  namesSender: boolean
}

function withoutAddresses(part: string): ReadablePart {
  const chunks = part.split(/([\s;<>[\]{}"“”„«»|]+)/u).filter((chunk) => !chunk.includes('@'))
  const domains = chunks.filter((chunk) => chunk.includes('.') && tokensOf(chunk).some(({ type }) => type === 'sender'))
  return {
    text: chunks.map((chunk) => (domains.includes(chunk) ? chunk.replace(DOMAIN_ENDING, '') : chunk)).join(''),
    domains: new Set(
      domains
        .map((domain) => domain.replace(DOMAIN_ENDING, ''))
        .flatMap((name) => [...name.split(/[.-]/), joinedFormOf(name)]),
    ),
    namesSender: domains.length > 0 || part.includes('@'),
  }
}
/** "signin" for "sign-in", which a message may write in either way. */
export function joinedForms(text: string): string[] {
  return [...fold(text).matchAll(JOINED)].map(([parts]) => joinedFormOf(parts))
}

const joinedFormOf = (parts: string): string => parts.replace(/[./-]/g, '')

/** @param isUnwanted whether a negation before this part still holds */
function phrasesOfPart(
  { text, domains, namesSender }: ReadablePart,
  isUnwanted: boolean,
): { phrases: Phrase[]; isUnwanted: boolean } {
  const part = text.replace(JOINED, (parts) => `${parts} ${joinedFormOf(parts)}`)
  const phrases: Phrase[] = []
  let isNegated = isUnwanted
  let endsNegated = false
  let isContrasted = false
  let stems: number[] = []
  let words: string[] = []
  const close = () => {
    if (stems.length > 0) phrases.push({ stems, text: words.join(' '), isUnwanted: isNegated })
    stems = []
    words = []
  }
  eachWord(part, part.length, (word, stem, start, end) => {
    const turned = turnAt(word, stem, isNegated)
    if (turned !== null) {
      close()
      isNegated = turned
      endsNegated = turned
      isContrasted ||= !turned
    } else if (!STOP_STEMS.has(stem) && !(endsNegated && PLACE_WORDS.has(word))) {
      const text = part.slice(start, end)
      if (isNegated && domains.has(text)) return
      stems.push(stem)
      words.push(text)
      endsNegated = false
      isContrasted = false
    }
  })
  close()
  if (!endsNegated || phrases.length === 0) return { phrases, isUnwanted: isNegated }
  // "Everything from acme.example but not from nina@…".
  if (isContrasted && namesSender) return { phrases, isUnwanted: false }
  // "Newsletters do not belong here": the negation follows what it negates.
  const last = phrases.pop()
  if (last) phrases.push(unwantedOf(last, domains))
  return { phrases, isUnwanted: false }
}

function unwantedOf({ stems, text }: Phrase, domains: ReadonlySet<string>): Phrase {
  const words = text.split(' ')
  const isKept = (_: unknown, i: number): boolean => !domains.has(words[i] ?? '')
  return { stems: stems.filter(isKept), text: words.filter(isKept).join(' '), isUnwanted: true }
}

/** Whether a negation holds after this word; null where the word does not change that. */
function turnAt(word: number, stem: number, isNegated: boolean): boolean | null {
  if (EXCEPTIONS.has(word)) return !isNegated
  if (NEGATION_STEMS.has(stem) || MORE_NEGATIONS.has(word)) return true
  return POSITIVE_STEMS.has(stem) || MORE_CONTRASTS.has(word) ? false : null
}

function wordHashes(text: string): Set<number> {
  const hashes = new Set<number>()
  const folded = fold(text)
  eachWord(folded, folded.length, (word) => hashes.add(word))
  return hashes
}
