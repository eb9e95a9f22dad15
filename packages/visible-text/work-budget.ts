import { maxSteps } from './limits.ts'

/** The page needs more work than any email does. The HTML standard lets a short text create millions of elements. */
export class WorkLimitError extends Error {}

/** An attribute's text, prepared once and shared: the parser reopens formatting elements with all their attributes. */
interface AttributeValue {
  lower: string
  words: () => ReadonlySet<string>
}

/** Counts the work done for one page; one step takes about 0.1 µs. */
export interface WorkBudget {
  /** @throws WorkLimitError when the budget of the page is used up */
  step: (count?: number) => void
  valueOf: (text: string) => AttributeValue
}

export function createWorkBudget(): WorkBudget {
  let steps = 0
  const step = (count = 1): void => {
    steps += count
    if (steps > maxSteps) throw new WorkLimitError()
  }
  const values = new Map<string, AttributeValue>()
  const valueOf = (text: string): AttributeValue => {
    const cached = values.get(text)
    if (cached) return cached
    step(text.length / 10)
    const value = createAttributeValue(text)
    values.set(text, value)
    return value
  }
  return { step, valueOf }
}

function createAttributeValue(text: string): AttributeValue {
  const lower = text.toLowerCase()
  let words: ReadonlySet<string> | null = null
  return { lower, words: () => (words ??= new Set(lower.match(/\S+/g))) }
}
