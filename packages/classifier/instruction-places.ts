import { kindAt, MAX_PHRASE_WORDS, type WordKind } from './instruction-rule-words.ts'
import { fold } from './tokenize.ts'

const texts = (list: string): ReadonlySet<string> => new Set(fold(list).split(/\s+/))

/** Verbs that take email to a place: "newsletters go to Reading". */
const MOVES = texts(`go goes going come comes belong belongs land lands end ends put file filed sort move
  moves keep kept handled want wants prefer store send sent should shall must may can kommt kommen gehort gehoren
  landet landen lege legen ablegen sortiere sortieren verschiebe verschieben soll sollen muss mussen geht gehen va
  vont doit doivent mettre mets mettez ranger range rangez rangee rangees classer classe classez classees quiero
  veux will mochte van deben debe pon poner mueve mover guarda gaan gaat hoort horen moet moeten mag mogen zet
  zetten plaats verplaats sorteer`)
/** Before a place. The second list needs no verb. */
const TOWARDS = texts('to into in under nach in ins im zum zur unter dans vers sous a al en hacia naar onder')
const INTO = texts('into nach vers hacia naar')
const ELSEWHERE = texts('elsewhere trash woanders anderswo papierkorb ailleurs corbeille papelera elders prullenbak')

interface ReadWord {
  readonly kind: WordKind
  readonly text: string
}

/**
 * The words about the email that a clause sends to another place: "newsletters" in "newsletters go to Reading" and in
 * "put newsletters into Reading". Null where no place is named, as in "in this folder".
 */
export function sentElsewhere<W extends ReadWord>(words: readonly W[]): { about: W[]; place: W[] } | null {
  const to = words.findLastIndex(({ text }) => TOWARDS.has(text))
  const place = words.slice(to).filter((word) => isContent(word) && !MOVES.has(word.text))
  const isSent = to >= 0 && (INTO.has(words[to]?.text ?? '') || words.some(({ text }) => MOVES.has(text)))
  const about = words.slice(0, Math.max(0, to)).filter((word) => isContent(word) && !MOVES.has(word.text))
  return isSent && place.length > 0 && about.length > 0 ? { about, place } : null
}

const isContent = ({ kind }: ReadWord): boolean => kind === 'content'
const isNegation = ({ kind }: ReadWord): boolean => kind === 'not' || kind === 'no' || kind === 'ne' || kind === 'drop'

/** What surrounds a part of the instructions. */
export interface Context {
  /** Of the folder, which is no other place. */
  readonly name: string
  /** Only beside other wishes a place is another folder: "…, but newsletters go to Reading". */
  readonly hasOthers: boolean
}

/** A word of folded text with its place there. Several words that together mean one are one. */
interface PlacedWord extends ReadWord {
  readonly start: number
  readonly end: number
}

function wordsIn(part: string): PlacedWord[] {
  const single = [...part.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
  const words: PlacedWord[] = []
  for (let i = 0; i < single.length; i++) {
    const { kind, length } = kindAt(single.slice(i, i + MAX_PHRASE_WORDS).map(([text]) => text))
    const [first, last] = [single[i], single[i + length - 1]]
    if (!first || !last) break
    words.push({ kind, text: first[0], start: first.index, end: last.index + last[0].length })
    i += length - 1
  }
  return words
}

/**
 * Folded instructions in which every exception and every other place has one form: "all except newsletters",
 * "newsletters not here". What must not stay in the inbox is wanted.
 *
 * @param part words between two commas
 */
export function inPlainForm(part: string, { name, hasOthers }: Context): string {
  const words = wordsIn(part)
  const start = startOfStatement(words)
  const clause = words.slice(start)
  const [first, last] = [clause[0], clause.at(-1)]
  if (!first || !last) return part
  const rewrite = (about: readonly ReadWord[], rest: string): string =>
    part.slice(0, first.start) + (start > 0 ? 'but ' : '') + about.map(({ text }) => text).join(' ') + rest
  const about = clause.filter((word) => isContent(word) && !MOVES.has(word.text))
  const isNegated = clause.some((word) => isNegation(word) && !ELSEWHERE.has(word.text))
  const isStated = isNegated || hasOthers || clause.some(({ kind }) => kind === 'stay')
  if (clause.some(({ kind }) => kind === 'inbox') && isStated) return rewrite(about, isNegated ? '' : ' not here')
  if (last.kind === 'except') return rewrite(about, ' not here')
  if (hasOthers && first.kind === 'drop') return `${part.slice(0, first.start)}not ${part.slice(first.end)}`
  if (!isNegated && (hasOthers || start > 0)) {
    const sent = sentElsewhere(clause)
    const own = fold(name)
    if (sent && !sent.place.every(({ text }) => own.includes(text))) return rewrite(sent.about, ' not here')
    if (clause.some(({ text }) => ELSEWHERE.has(text))) return rewrite(about, ' not here')
  }
  return words
    .filter(({ kind }) => kind === 'except')
    .reduceRight((text, word) => `${text.slice(0, word.start)}except${text.slice(word.end)}`, part)
}

/** After "but", and after "and" before a verb: "… and keep newsletters in the inbox". */
function startOfStatement(words: readonly ReadWord[]): number {
  const isStart = ({ kind }: ReadWord, i: number): boolean => {
    const next = words[i + 1]?.kind
    return kind === 'but' || (kind === 'and' && (next === 'stay' || next === 'drop' || next === 'not'))
  }
  return words.findLastIndex(isStart) + 1
}
