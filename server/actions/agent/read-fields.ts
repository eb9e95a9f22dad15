import { cleanLine } from '../../vendors/clean-text.ts'
import { foldWords } from '../file-context/search-words.ts'

/** What a field of the person's words asks for, told by its words in the five languages. */
const kinds: { kind: 'amount' | 'date' | 'number'; words: RegExp }[] = [
  {
    kind: 'date',
    words: /\b(?:date|datum|fecha|due|deadline|fallig|faellig|echeance|vencimiento|vervaldatum|when|wann|tag|day)/,
  },
  {
    kind: 'amount',
    words:
      /\b(?:amount|total|sum|price|cost|betrag|summe|preis|kosten|gesamt|montant|prix|somme|importe|precio|suma|bedrag|prijs|totaal|vat|mwst|tva|iva|btw)/,
  },
  { kind: 'number', words: /(?:\b(?:number|no|nr|num|id|code|reference|ref|numero|iban|vin)\b|nummer)/ },
]

/** All of bounded length, so that a hostile text costs no more than its own length. */
const patterns = {
  amount:
    /(?:(?:€|\$|£|(?:EUR|USD|GBP|CHF)\b) ?\d{1,3}(?:[.,' ]?\d{3}){0,4}(?:[.,]\d{1,2})?|\d{1,3}(?:[.,' ]?\d{3}){0,4}(?:[.,]\d{1,2})? ?(?:€|\$|£|%|(?:EUR|USD|GBP|CHF|euros?)\b)|\d{1,9}[.,]\d{2}(?!\d))/i,
  date: /(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4}|\p{L}{3,10} \d{1,2},? \d{4})/u,
  number: /[\p{L}\d][\p{L}\d/._-]{0,30}\d[\p{L}\d/._-]{0,30}|\d/u,
} as const

const lineMost = 300
const valueMost = 120

/**
 * Finds data near its words in a text, without a model: on the line that names it, behind the words, or on the line after it. Every value
 * stands in the text as it is returned. @returns null for what was not found, in the order of the fields
 */
export function readFields(text: string, fields: readonly string[]): (string | null)[] {
  const lines = text
    .split('\n')
    .map((line) => cleanLine(line, lineMost))
    .filter((line) => line !== '')
    .map((line) => ({ line, folded: ` ${foldWords(line)} ` }))
  return fields.map((field) => readField(lines, field))
}

interface Line {
  line: string
  folded: string
}

function readField(lines: readonly Line[], field: string): string | null {
  const wanted = foldWords(field)
  if (wanted === '') return null
  const kind = kinds.find(({ words }) => words.test(wanted))?.kind ?? 'text'
  for (const [at, each] of lines.entries()) {
    const rest = behind(each, wanted)
    if (rest === null) continue
    const value = valueIn(rest, kind) ?? valueIn(lines[at + 1]?.line ?? '', kind)
    if (value !== null) return value
  }
  return null
}

/** What follows the words on a line that says them; null where it does not. */
function behind({ line, folded }: Line, wanted: string): string | null {
  if (!folded.includes(` ${wanted}`)) return null
  const last = wanted.split(' ').at(-1) ?? wanted
  const words = [...line.matchAll(/[\p{L}\p{N}\p{M}]{1,60}/gu)]
  const found = words.find(({ 0: word }) => foldWords(word).startsWith(last))
  return found ? line.slice(found.index + found[0].length) : line
}

function valueIn(rest: string, kind: 'amount' | 'date' | 'number' | 'text'): string | null {
  if (kind !== 'text') return patterns[kind].exec(rest)?.[0].trim().slice(0, valueMost) ?? null
  const value = rest.replace(/^[\s:=–#-]{1,10}(?:is |ist |est |es )?/, '').trim()
  return value === '' ? null : cleanLine(value, valueMost)
}
