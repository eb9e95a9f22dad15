import { TooMuch } from './bounded-tree.ts'

/** About a tenth of a microsecond each: a page costs the same whether it asks for much of one thing or for some of each (security checklist F8). */
const stepsMost = 1_000_000

/** The text of an attribute, prepared once for however many elements have it: the standard opens elements again with all they had. */
export interface Value {
  lower: string
  words: () => ReadonlySet<string>
}

/** What is done for one page. */
export interface Work {
  /** @throws TooMuch from the step on that is one too many */
  step: (count?: number) => void
  valueOf: (text: string) => Value
}

export function createWork(): Work {
  let steps = 0
  const step = (count = 1): void => {
    steps += count
    if (steps > stepsMost) throw new TooMuch()
  }
  const values = new Map<string, Value>()
  const valueOf = (text: string): Value => {
    const known = values.get(text)
    if (known) return known
    step(text.length / 10)
    const value = createValue(text)
    values.set(text, value)
    return value
  }
  return { step, valueOf }
}

function createValue(text: string): Value {
  const lower = text.toLowerCase()
  let words: ReadonlySet<string> | null = null
  return { lower, words: () => (words ??= new Set(lower.match(/\S+/g))) }
}
