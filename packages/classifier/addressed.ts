import { eachWord, stemsOf } from './tokens.ts'

/**
 * Words by which a mail speaks to whoever sorts it instead of to its reader ("file this under …", "ignore your instructions"). What stands in
 * such a sentence is not matched against names and instructions: a stranger who names a folder shall not choose it. The price is small, for an
 * honest mail seldom has its subject matter only there.
 */
const SORTERS_WORDS = `folder folders classify classified classifier classification categorize category categories label labelled prompt prompts
  instruction instructions confidence override assistant chatbot llm json sorter sorting misfiled belongs
  ordner klassifizieren klassifikation kategorie einordnen einsortieren anweisung anweisungen sortierer sortiere gehort
  dossier classer classez classement categorie consigne consignes trieur triez appartient
  carpeta clasificar clasifica clasificacion categoria instrucciones clasificador pertenece
  mapje classificeer categorie instructie instructies sorteer sorteerder hoort`

/** The same where a sentence begins with them, or with a "please" before them: elsewhere they are everyday words. */
const ORDERS = `file move route archive treat mark tag flag assign ignore disregard forward
  verschiebe verschieben lege ablegen archiviere archivieren behandle markiere ignoriere ignorieren
  deplace deplacez range rangez archive archivez traite traitez ignore ignorez
  mueve mover archiva archivar trata marca ignora ignorar
  verplaats archiveer behandel markeer negeer`
const COURTESIES = `please kindly now and also bitte und veuillez merci svp et por favor y alstublieft graag en gelieve`

const SORTERS = stemsOf(SORTERS_WORDS)
const ORDERING = stemsOf(ORDERS)
const POLITE = stemsOf(COURTESIES)

/** What ends a sentence; in a subject also what sets a remark apart from the rest. */
export const TEXT_END = /[.!?]\s|[\n\r]/
export const SUBJECT_END = /[.!?]\s|[\n\r[\](){}<>|]|\s[-\u2013\u2014]+\s|--/

const FEWEST_STUFFED = 6

/** A sentence that says the same words over and over is there to be matched, not to be read. */
function isStuffing(sentence: readonly number[], length: number, met: Set<number>): boolean {
  const words = length / 3
  if (words < FEWEST_STUFFED) return false
  met.clear()
  for (let i = 0; i < length; i += 3) {
    met.add(sentence[i] ?? 0)
    if (met.size * 2 > words) return false
  }
  return true
}

/** What stands between two words and can end a sentence of the text: most often it is a comma or a space, and nothing has to be cut out. */
function mayEnd(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code !== 32 && code !== 44) return true
  }
  return false
}

/** Meets every word of a folded text; visits, a sentence later, those that stand in sentences meant for the reader. */
export function eachReadersWord(
  text: string,
  limit: number,
  ends: RegExp,
  meet: (word: number, start: number, end: number) => void,
  visit: (stem: number, start: number, end: number) => void,
): void {
  // Flat triples in one array that is filled again and again: this runs for every word of every mail.
  const sentence: number[] = []
  const met = new Set<number>()
  let length = 0
  let addressed = false
  let courteous = true
  let previousEnd = 0
  const close = () => {
    const spared = addressed || isStuffing(sentence, length, met) ? 0 : length
    for (let i = 0; i < spared; i += 3) visit(sentence[i] ?? 0, sentence[i + 1] ?? 0, sentence[i + 2] ?? 0)
    length = 0
    addressed = false
    courteous = true
  }
  eachWord(text, limit, (word, stem, start, end) => {
    const isLineEnd = start - previousEnd === 1 && text.charCodeAt(previousEnd) === 10
    if (isLineEnd || (start - previousEnd > 1 && mayEnd(text, previousEnd, start))) {
      if (ends.test(text.slice(previousEnd, start))) close()
    }
    if (SORTERS.has(stem) || (courteous && ORDERING.has(stem))) addressed = true
    courteous = POLITE.has(stem)
    sentence[length++] = stem
    sentence[length++] = start
    sentence[length++] = end
    previousEnd = end
    meet(word, start, end)
  })
  close()
}
