import { eachWord, fold } from './tokens.ts'

/**
 * Words by which a text speaks to whoever sorts it instead of to its reader ("file this under …", "ignore your instructions"). What stands in
 * such a sentence is not matched against names and instructions: a stranger who names a folder shall not choose it. The price is small, for an
 * honest mail seldom has its subject matter only there.
 */
const SORTERS_WORDS = `folder folders classify classified classifier classification categorize category categories label labelled prompt prompts
  instruction instructions confidence override assistant chatbot llm json
  ordner klassifizieren klassifikation kategorie einordnen einsortieren anweisung anweisungen
  dossier classer classez classement categorie consigne consignes
  carpeta clasificar clasifica clasificacion categoria instrucciones
  mapje classificeer categorie instructie instructies`

const STEMS = new Set<number>()
const FOLDED = fold(SORTERS_WORDS)
eachWord(FOLDED, FOLDED.length, (_word, stem) => STEMS.add(stem))

const END_OF_SENTENCE = /[.!?]\s|[\n\r]/

/** The words of a folded text that stand in sentences meant for the reader. */
export function eachReadersWord(
  text: string,
  limit: number,
  visit: (stem: number, start: number, end: number) => void,
): void {
  // Flat triples: this runs for every word of every mail.
  let sentence: number[] = []
  let addressed = false
  let previousEnd = 0
  const close = () => {
    const spared = addressed ? 0 : sentence.length
    for (let i = 0; i < spared; i += 3) visit(sentence[i] ?? 0, sentence[i + 1] ?? 0, sentence[i + 2] ?? 0)
    sentence = []
    addressed = false
  }
  eachWord(text, limit, (_word, stem, start, end) => {
    if (start - previousEnd > 1 || text.charCodeAt(previousEnd) === 10) {
      if (END_OF_SENTENCE.test(text.slice(previousEnd, start))) close()
    }
    if (STEMS.has(stem)) addressed = true
    sentence.push(stem, start, end)
    previousEnd = end
  })
  close()
}
