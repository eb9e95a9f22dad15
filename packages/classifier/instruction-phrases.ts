import { STOP_WORDS, NEGATIONS, CONTRAST_WORDS } from './concepts.ts'
import { type Context, inPlainForm } from './instruction-places.ts'
import { tokensOf } from './instruction-tokens.ts'
import { eachWord, fold, stemsOf } from './tokenize.ts'

const STOP_STEMS = stemsOf(STOP_WORDS)
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
 */
export function phrasesOf(text: string, name = ''): Phrase[] {
  const readable = fold(text).replace(CONTRACTED, ' not').replace(EVERYTHING_ELSE, ' but ')
  const sentences = readable.split(SENTENCE_END).map((sentence) => sentence.split(PART))
  const context: Context = { name, hasOthers: sentences.flat().filter((part) => WORD.test(part)).length > 1 }
  return sentences.flatMap((parts) => phrasesOfSentence(parts, context))
}

function phrasesOfSentence(parts: readonly string[], context: Context): Phrase[] {
  const phrases: Phrase[] = []
  let isUnwanted = false
  const outside: boolean[] = []
  for (const part of parts) {
    if (part === '(') outside.push(isUnwanted)
    else if (part === ')') isUnwanted = outside.pop() ?? isUnwanted
    else {
      const own = phrasesOfPart(inPlainForm(withoutAddresses(part), context), isUnwanted)
      phrases.push(...own.phrases)
      isUnwanted = own.isUnwanted
    }
  }
  return phrases
}

const WORD = /[\p{L}\p{N}]/u

function withoutAddresses(text: string): string {
  return text
    .split(/([\s;<>[\]{}"“”„«»|]+)/u)
    .filter((part) => !part.includes('@'))
    .map(withoutEnding)
    .join('')
}

/** "caterer" for "caterer.shop": the ending of a domain is no word of the description. */
function withoutEnding(part: string): string {
  const sender = part.includes('.') ? tokensOf(part).find(({ type }) => type === 'sender') : undefined
  return sender ? part.replace(ENDING, '') : part
}
const ENDING = /(?:\.(?:co|com|org))?\.[a-z]{2,24}$/

/** "signin" for "sign-in", which a message may write in either way. */
export function joinedForms(text: string): string[] {
  return [...fold(text).matchAll(JOINED)].map(([parts]) => joinedFormOf(parts))
}

const joinedFormOf = (parts: string): string => parts.replace(/[./-]/g, '')

/** @param isUnwanted whether a negation before this part still holds */
function phrasesOfPart(text: string, isUnwanted: boolean): { phrases: Phrase[]; isUnwanted: boolean } {
  const part = text.replace(JOINED, (parts) => `${parts} ${joinedFormOf(parts)}`)
  const phrases: Phrase[] = []
  let isNegated = isUnwanted
  let endsNegated = false
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
    } else if (!STOP_STEMS.has(stem) && !(endsNegated && PLACE_WORDS.has(word))) {
      stems.push(stem)
      words.push(part.slice(start, end))
      endsNegated = false
    }
  })
  close()
  if (!endsNegated || phrases.length === 0) return { phrases, isUnwanted: isNegated }
  // "Newsletters do not belong here": the negation follows what it negates.
  const last = phrases.at(-1)
  if (last) last.isUnwanted = true
  return { phrases, isUnwanted: false }
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
