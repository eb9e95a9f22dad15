import { eachWord, stemsOf } from './tokenize.ts'

/**
 * Words that address a sorter instead of the reader ("file this under …", "ignore your instructions"). Sentences with
 * them are not matched against names and instructions, so that a sender cannot choose a folder by naming it. The loss
 * is small: an honest message seldom has its topic only there.
 */
const SORTER_VOCABULARY = `folder folders classify classified classifier classification categorize category categories
  label labelled prompt prompts
  instruction instructions confidence override assistant chatbot llm json sorter sorting misfiled belongs
  ordner klassifizieren klassifikation kategorie einordnen einsortieren anweisung anweisungen sortierer sortiere gehort
  dossier classer classez classement categorie consigne consignes trieur triez appartient
  carpeta clasificar clasifica clasificacion categoria instrucciones clasificador pertenece
  mapje classificeer categorie instructie instructies sorteer sorteerder hoort`

/** The same at the start of a sentence or after a courtesy; elsewhere they are everyday words. */
const COMMAND_VOCABULARY = `file move route archive treat mark tag flag assign ignore disregard forward
  verschiebe verschieben lege ablegen archiviere archivieren behandle markiere ignoriere ignorieren
  deplace deplacez range rangez archive archivez traite traitez ignore ignorez
  mueve mover archiva archivar trata marca ignora ignorar
  verplaats archiveer behandel markeer negeer`
const COURTESY_VOCABULARY = `please kindly now and also bitte und veuillez merci svp et por favor y
  alstublieft graag en gelieve`

const SORTER_STEMS = stemsOf(SORTER_VOCABULARY)
const COMMAND_STEMS = stemsOf(COMMAND_VOCABULARY)
const COURTESY_STEMS = stemsOf(COURTESY_VOCABULARY)

/** End of a sentence; in a subject also what separates a remark. */
export const TEXT_END = /[.!?]\s|[\n\r]/
export const SUBJECT_END = /[.!?]\s|[\n\r[\](){}<>|]|\s[-\u2013\u2014]+\s|--/

const MIN_STUFFED_WORDS = 6

/** A sentence that repeats the same words was written to be matched and not to be read. */
function isKeywordStuffing(sentence: readonly number[], length: number, met: Set<number>): boolean {
  const words = length / 3
  if (words < MIN_STUFFED_WORDS) return false
  met.clear()
  for (let i = 0; i < length; i += 3) {
    met.add(sentence[i] ?? 0)
    if (met.size * 2 > words) return false
  }
  return true
}

/**
 * Whether the characters between two words can end a sentence: usually a comma or a space, which needs no substring.
 */
function mayEndSentence(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code !== 32 && code !== 44) return true
  }
  return false
}

/**
 * Calls `meet` for every word of a folded text, and `visit` (one sentence later) for words of sentences that address
 * the reader.
 */
export function eachReaderWord(
  text: string,
  limit: number,
  ends: RegExp,
  meet: (word: number, start: number, end: number) => void,
  visit: (stem: number, start: number, end: number) => void,
): void {
  // Flat triples in one reused array: this runs for every word of every message.
  const sentence: number[] = []
  const met = new Set<number>()
  let length = 0
  let addressed = false
  let courteous = true
  let previousEnd = 0
  const close = () => {
    const spared = addressed || isKeywordStuffing(sentence, length, met) ? 0 : length
    for (let i = 0; i < spared; i += 3) visit(sentence[i] ?? 0, sentence[i + 1] ?? 0, sentence[i + 2] ?? 0)
    length = 0
    addressed = false
    courteous = true
  }
  eachWord(text, limit, (word, stem, start, end) => {
    const isLineEnd = start - previousEnd === 1 && text.charCodeAt(previousEnd) === 10
    if (isLineEnd || (start - previousEnd > 1 && mayEndSentence(text, previousEnd, start))) {
      if (ends.test(text.slice(previousEnd, start))) close()
    }
    if (SORTER_STEMS.has(stem) || (courteous && COMMAND_STEMS.has(stem))) addressed = true
    courteous = COURTESY_STEMS.has(stem)
    sentence[length++] = stem
    sentence[length++] = start
    sentence[length++] = end
    previousEnd = end
    meet(word, start, end)
  })
  close()
}
