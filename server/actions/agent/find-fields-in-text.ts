import { extractedValueMaxLength } from '../limits.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import { normalizeWords } from '../file-context/search-words.ts'

/** Kinds of values by the words of a field, in five languages. */
const fieldKinds: { kind: 'amount' | 'date' | 'number'; pattern: RegExp }[] = [
  {
    kind: 'date',
    pattern: /\b(?:date|datum|fecha|due|deadline|fallig|faellig|echeance|vencimiento|vervaldatum|when|wann|tag|day)/,
  },
  {
    kind: 'amount',
    pattern: new RegExp(
      '\\b(?:amount|total|sum|price|cost|betrag|summe|preis|kosten|gesamt|montant|prix|somme|importe|precio|suma|' +
        'bedrag|prijs|totaal|vat|mwst|tva|iva|btw)',
    ),
  },
  { kind: 'number', pattern: /(?:\b(?:number|no|nr|num|id|code|reference|ref|numero|iban|vin)\b|nummer)/ },
]

const digitGroups = String.raw`\d{1,3}(?:[.,' ]?\d{3}){0,4}(?:[.,]\d{1,2})?`

/** All repetitions are bounded, so that hostile text costs linear time. */
const patterns = {
  amount: new RegExp(
    [
      String.raw`(?:€|\$|£|(?:EUR|USD|GBP|CHF)\b) ?${digitGroups}`,
      String.raw`${digitGroups} ?(?:€|\$|£|%|(?:EUR|USD|GBP|CHF|euros?)\b)`,
      String.raw`\d{1,9}[.,]\d{2}(?!\d)`,
    ].join('|'),
    'i',
  ),
  date: new RegExp(
    [
      String.raw`\d{4}-\d{2}-\d{2}`,
      String.raw`\d{1,2}[./-]\d{1,2}[./-]\d{2,4}`,
      String.raw`\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4}`,
      String.raw`\p{L}{3,10} \d{1,2},? \d{4}`,
    ].join('|'),
    'u',
  ),
  number: /[\p{L}\d][\p{L}\d/._-]{0,30}\d[\p{L}\d/._-]{0,30}|\d/u,
} as const

const lineMaxLength = 300

/**
 * Finds data near its name in a text, without a model: after the name on the same line, or on the next line. Every
 * value is quoted from the text. @returns null for what was not found, in the order of the fields
 */
export function findFieldsInText(text: string, fields: readonly string[]): (string | null)[] {
  const lines = text
    .split('\n')
    .map((line) => cleanLine(line, lineMaxLength))
    .filter((line) => line !== '')
    .map((line) => ({ line, normalized: ` ${normalizeWords(line)} ` }))
  return fields.map((field) => findField(lines, field))
}

interface Line {
  line: string
  normalized: string
}

function findField(lines: readonly Line[], field: string): string | null {
  const wanted = normalizeWords(field)
  if (wanted === '') return null
  const kind = fieldKinds.find(({ pattern }) => pattern.test(wanted))?.kind ?? 'text'
  for (const [at, each] of lines.entries()) {
    const rest = textAfterName(each, wanted)
    if (rest === null) continue
    const value = valueIn(rest, kind) ?? valueIn(lines[at + 1]?.line ?? '', kind)
    if (value !== null) return value
  }
  return null
}

/** The text after the name on a line that contains it; null if it does not. */
function textAfterName({ line, normalized }: Line, wanted: string): string | null {
  if (!normalized.includes(` ${wanted}`)) return null
  const last = wanted.split(' ').at(-1) ?? wanted
  const words = [...line.matchAll(/[\p{L}\p{N}\p{M}]{1,60}/gu)]
  const found = words.find(({ 0: word }) => normalizeWords(word).startsWith(last))
  return found ? line.slice(found.index + found[0].length) : line
}

function valueIn(rest: string, kind: 'amount' | 'date' | 'number' | 'text'): string | null {
  if (kind !== 'text') return patterns[kind].exec(rest)?.[0].trim().slice(0, extractedValueMaxLength) ?? null
  const value = rest.replace(/^[\s:=–#-]{1,10}(?:is |ist |est |es )?/, '').trim()
  return value === '' ? null : cleanLine(value, extractedValueMaxLength)
}
