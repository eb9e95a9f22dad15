import type { PlacedWord } from './placed-words.ts'
import { fold } from './tokenize.ts'

const texts = (list: string): ReadonlySet<string> => new Set(fold(list).split(/\s+/))

/** Verbs that take email to a place: "newsletters go to Reading". */
const MOVES = texts(`go goes going come comes belong belongs land lands end ends put file filed sort move
  moves keep kept handled want wants prefer store send sent should shall must may can kommt kommen gehort gehoren
  landet landen lege legen ablegen sortiere sortieren verschiebe verschieben soll sollen muss mussen geht gehen
  wandert wandern va vont doit doivent mettre mets mettez ranger range rangez rangee rangees classer classe classez
  classees quiero veux will mochte van deben debe pon poner mueve mover guarda gaan gaat hoort horen moet moeten mag
  mogen zet zetten plaats verplaats sorteer delete deletes deleted losche loschen geloscht supprime supprimer
  supprimez elimina eliminar borra borrar ir aller`)
/** They take email to a place with a name: "receipts are in Finance", but not "receipts are in the attachment". */
const STATES = texts('are is sind ist liegen sont est estan esta staan staat zijn')
/** "But receipts in Finance", not "but receipts in English only". */
const isQuiet = ({ kind, text }: PlacedWord): boolean => QUIET_KINDS.has(kind) || TOWARDS.has(text)
const QUIET_KINDS: ReadonlySet<PlacedWord['kind']> = new Set<PlacedWord['kind']>([
  'content',
  'filler',
  'sender',
  'to',
  'of',
  'that',
])

/** "For receipts I use Finance." */
const USES = texts('use nutze benutze verwende utilise uso utilizo gebruik')
const FOR = texts('for fur pour para voor')
/** Before a place. The second list needs no verb. */
const TOWARDS = texts('to into in under nach in ins im zum zur unter dans vers sous a al en hacia naar onder → ⇒')
/** Before a place after a contrast: "but receipts with Finance". */
const NEAR = texts('zu bei bij chez')
const MAY_BE_TOWARDS = texts('to a al dans vers sous zum zur')
const OTHERS = texts(`own another other separate different eigene eigenen eigener anderen anderer eigen andere aparte
  propre autre propia otra`)
/** "Their ads are spam." */
const OWNERS = texts('their its ihre deren leurs ses sus hun')
const FOLDERS = texts('folder ordner dossier carpeta map')
const INTO = texts('into nach vers hacia naar → ⇒')
const ELSEWHERE = texts(`elsewhere somewhere ergens irgendwo trash woanders anderswo papierkorb ailleurs corbeille
  poubelle papelera basura mull elders prullenbak delete deletes deleted losche loschen geloscht supprime
  supprimer supprimez elimina eliminar borra borrar`)

/** What a statement says about the place of a kind of email. */
interface Destination {
  /** The words about the kind of email. */
  readonly about: readonly PlacedWord[]
  readonly isHere: boolean
  /** The words that name the folder itself: "goes to Work" in Work. */
  readonly own: readonly PlacedWord[]
}

/** What surrounds a statement. */
export interface Context {
  /** Of the folder, which is no other place. */
  readonly name: string
  /** Only beside other wishes a place is another folder: "…, but newsletters go to Reading". */
  readonly hasOthers: boolean
  /** After "but" a place needs no verb: "…, but receipts in Finance". */
  readonly isContrast?: boolean
}

/** Null where no place is named, or none is understood. */
export function destinationOf(
  words: readonly PlacedWord[],
  { name, hasOthers, isContrast }: Context,
): Destination | null {
  const isNegated = words.some(isNegation)
  const about = aboutOf(words, words.length)
  if (words.some(({ kind }) => kind === 'inbox')) {
    const leaves = words.some(({ kind }) => kind === 'out' || kind === 'drop')
    const isStated = isNegated || hasOthers || words.some(({ kind }) => kind === 'stay')
    return isStated ? { about, isHere: isNegated !== leaves, own: [] } : null
  }
  if (words.at(-1)?.kind === 'except' && about.length > 0) return { about, isHere: false, own: [] }
  if (words.some(({ kind }) => kind === 'here')) {
    const isVerb = words.some(({ kind }) => kind === 'drop' || kind === 'sender')
    return isNegated && !isVerb && about.length > 0 ? { about, isHere: false, own: [] } : null
  }
  const drop = words.findIndex(({ kind }) => kind === 'drop')
  if (hasOthers && drop >= 0 && words.slice(0, drop).some(isNegation) && about.length > 0)
    return words.some(({ kind }) => kind === 'sender') ? null : { about, isHere: true, own: [] }
  const isAboutKind = hasOthers && about.length > 0 && !words.some(({ kind }) => kind === 'sender')
  // "Newsletter nicht", "les newsletters, non", "Newsletter ignorieren".
  const said = words.findIndex((word) => isNegation(word) || word.kind === 'drop')
  if (isAboutKind && said === words.length - 1) return { about, isHere: false, own: [] }
  const sent = sentTo(words, isContrast === true && words.every(isQuiet)) ?? usedFor(words)
  const folded = fold(name)
  if (sent?.place.every(({ text }) => folded.includes(text)))
    return { about: sent.about, isHere: !isNegated, own: words.slice(sent.to, sent.end) }
  if (!hasOthers) return null
  // "Newsletters do not go to Reading", but not "no newsletters, they go to Reading".
  const isStart =
    sent !== null &&
    words
      .slice(
        0,
        words.findIndex((word) => sent.about.includes(word)),
      )
      .some(isNegation)
  if (sent) return isStart ? null : { about: sent.about, isHere: isNegated, own: [] }
  return words.some(({ text }) => ELSEWHERE.has(text)) ? { about, isHere: isNegated, own: [] } : null
}

interface Sent {
  about: PlacedWord[]
  place: PlacedWord[]
  /** From the word before the place to the end of the place. */
  to: number
  end: number
}

/** "Newsletters go to Reading", "put newsletters into Reading", "newsletters -> Reading", "receipts are in Finance". */
function sentTo(words: readonly PlacedWord[], isContrast: boolean): Sent | null {
  const into = words.findLastIndex(({ text }) => INTO.has(text))
  const to = into < 0 ? words.findLastIndex(({ text }) => TOWARDS.has(text) || (isContrast && NEAR.has(text))) : into
  if (to < 0) return null
  const place = words.slice(to + 1).filter(isKindWord)
  const isSent = into >= 0 || words.some(isMove)
  const isStated = words.some(({ text }, i) => STATES.has(text) || (i > to && FOLDERS.has(text))) || isContrast
  const isNamed = isStated && place.every(({ isCapitalized }) => isCapitalized)
  const end = words.findLastIndex((word) => place.includes(word)) + 1
  const about = aboutOf(words, to)
  return place.length > 0 && (isSent || (isNamed && about.length > 0)) ? { about, place, to, end } : null
}

/** "For receipts I use Finance", "I use Finance for receipts". */
function usedFor(words: readonly PlacedWord[]): Sent | null {
  const at = words.findIndex(({ text }) => FOR.has(text))
  const use = words.findIndex(({ text }) => USES.has(text))
  if (at < 0 || use < 0) return null
  const end = at < use ? words.length : at
  const about = at < use ? words.slice(at, use) : words.slice(at)
  const place = words.slice(use + 1, end).filter(isKindWord)
  const isNamed = place.length > 0 && place.every(({ isCapitalized }) => isCapitalized)
  return isNamed ? { about: about.filter(isKindWord), place, to: use, end } : null
}

/** Words about the kind of email, before its sender. */
function aboutOf(words: readonly PlacedWord[], end: number): PlacedWord[] {
  const sender = words.findIndex(({ kind }) => kind === 'sender')
  return words.slice(0, sender < 0 ? end : Math.min(sender, end)).filter(isKindWord)
}

/** A word about the kind of email, or the name of a place. */
export const isKindWord = ({ kind, text }: PlacedWord): boolean =>
  kind === 'content' && ![MOVES, TOWARDS, STATES, ELSEWHERE].some((list) => list.has(text))
export const isNegation = ({ kind, text }: PlacedWord): boolean =>
  (kind === 'not' || kind === 'no' || kind === 'ne') && !ELSEWHERE.has(text)

/** "Van" is "from" in Dutch. */
export const isMove = ({ text }: PlacedWord, i: number, words: readonly PlacedWord[]): boolean =>
  text === 'van' ? words[i + 1]?.text === 'a' || words[i + 1]?.text === 'al' : MOVES.has(text)

export const namesPlace = (word: PlacedWord | undefined): boolean =>
  word !== undefined &&
  (word.kind === 'inbox' || word.kind === 'here' || TOWARDS.has(word.text) || ELSEWHERE.has(word.text))

/** "Newsletters to Reading", "receipts are in HR", "newsletters have their own folder": another folder, or a topic. */
export function mayBeSent(words: readonly PlacedWord[]): boolean {
  const isStatement = words.some(({ text }) => STATES.has(text)) && words.filter(isKindWord).length > 1
  if (isStatement && words[0] && OWNERS.has(words[0].text)) return true
  const folder = words.findIndex(({ text }) => FOLDERS.has(text))
  if ([words[folder - 1], words[folder + 1]].some((word) => word && OTHERS.has(word.text)))
    return words.some(isKindWord)
  const to = words.findLastIndex(namesPlace)
  const place = words.slice(to).filter(isKindWord)
  const isStated = words.slice(0, Math.max(0, to)).some(({ text }) => STATES.has(text))
  const isNamed = MAY_BE_TOWARDS.has(words[to]?.text ?? '') && place.every(({ isCapitalized }) => isCapitalized)
  return place.length > 0 && words.slice(0, Math.max(0, to)).some(isKindWord) && (isStated || isNamed)
}
