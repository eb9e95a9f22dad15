import { getAttribute, isElementNode, type Element } from './html-tree.ts'
import { maxCompounds } from './limits.ts'
import { decodeEscapes, splitTopLevel } from './css-scanner.ts'
import { WorkLimitError, type WorkBudget } from './work-budget.ts'

interface AttributeSelector {
  name: string
  operator: string
  value: string
}

// Not css-select 7: it rejects unknown pseudo-classes, has no specificity, and overflows the stack on nested `:is(`.

/** A compound selector and the combinator before it (CSS Selectors 4). */
interface Compound {
  tag: string | null
  ids: string[]
  classes: string[]
  attributes: AttributeSelector[]
  combinator: ' ' | '>'
}

export interface Selector {
  /** In source order. */
  compounds: Compound[]
  specificity: number
  /** Whether every part is evaluated; a pseudo-class or a sibling combinator is not, and is ignored when matching. */
  certain: boolean
  /** Index key of the last compound: an element that lacks this id, class or tag cannot match. */
  key: string
}

/** States that reading an email does not cause, and pseudo-elements, which hide no text of an element. */
const neverMatchingPseudos =
  /^(?:hover|active|focus|focus-within|focus-visible|visited|before|after|first-line|first-letter)$/

const identifier = String.raw`(?:[\w-]|[^\x00-\x7f]|\\[^\n]){1,200}`
const attributeValue = String.raw`"[^"\n]{0,500}"|'[^'\n]{0,500}'|${identifier}`
const attributeTest = String.raw`([~|^$*]?=)\s*(${attributeValue})\s*(?:[is]\s*)?`
const simpleSelector = new RegExp(
  [
    String.raw`\s*([>+~])\s*`,
    String.raw`(\s+)`,
    String.raw`\*`,
    `(${identifier})`,
    `#(${identifier})`,
    String.raw`\.(${identifier})`,
    String.raw`\[\s*(${identifier})\s*(?:${attributeTest})?\]`,
    `(::?)(${identifier})`,
    '(&)',
  ].join('|'),
  'y',
)

/**
 * Parses the selectors of a rule and drops those that never match. One invalid selector invalidates the whole list, as
 * in browsers.
 * @throws WorkLimitError
 */
export function parseSelectorList(prelude: string, work: WorkBudget): Selector[] {
  const selectors = splitTopLevel(prelude, ',').map((text) => parseSelector(text.trim(), work))
  return selectors.some((selector) => selector === 'invalid')
    ? []
    : selectors.filter((selector) => typeof selector === 'object')
}

/** Ignores everything before a sibling combinator. */
function parseSelector(text: string, { step }: WorkBudget): Selector | 'never' | 'invalid' {
  if (text === '' || /[>+~]$/.test(text)) return 'invalid'
  const compounds: Compound[] = [emptyCompound(' ')]
  let certain = true
  let pseudos = 0
  let at = 0
  step(20)
  while (at < text.length) {
    step(5)
    simpleSelector.lastIndex = at
    const found = simpleSelector.exec(text)
    const last = compounds.at(-1)
    if (!found || !last) return 'invalid'
    if (compounds.length > maxCompounds) throw new WorkLimitError()
    at = simpleSelector.lastIndex
    const [, combinator, space, tag, id, className, attribute, operator = '', value = '', colons, pseudo] = found
    if (combinator === '>') compounds.push(emptyCompound(combinator))
    else if (combinator !== undefined) {
      compounds.splice(0, Infinity, emptyCompound(' '))
      certain = false
    } else if (space !== undefined) compounds.push(emptyCompound(' '))
    else if (tag !== undefined) last.tag = normalize(tag)
    else if (id !== undefined) last.ids.push(normalize(id))
    else if (className !== undefined) last.classes.push(normalize(className))
    else if (attribute !== undefined)
      last.attributes.push({
        name: normalize(attribute),
        operator,
        value: normalize(value.replace(/^(["'])(.*)\1$/s, '$2')),
      })
    else if (pseudo !== undefined) {
      if (colons === '::' || neverMatchingPseudos.test(normalize(pseudo))) return 'never'
      certain = false
      pseudos += 1
      if (text.charAt(at) === '(') at += lengthOfArguments(text.slice(at))
    } else if (found[0] === '&') certain = false
  }
  const key = indexKeyOf(compounds.at(-1))
  return { compounds, certain, specificity: specificityOf(compounds) + pseudos * 1000, key }
}

const normalize = (text: string): string => decodeEscapes(text).toLowerCase()
const emptyCompound = (combinator: Compound['combinator']): Compound => ({
  tag: null,
  ids: [],
  classes: [],
  attributes: [],
  combinator,
})

function lengthOfArguments(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1
    if (text.charAt(at) === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

function indexKeyOf(compound: Compound | undefined): string {
  const { ids = [], classes = [], tag = null } = compound ?? {}
  if (ids[0] !== undefined) return `#${ids[0]}`
  if (classes[0] !== undefined) return `.${classes[0]}`
  return tag ?? '*'
}

const specificityOf = (compounds: readonly Compound[]): number =>
  compounds.reduce(
    (sum, { tag, ids, classes, attributes }) =>
      sum + ids.length * 1_000_000 + (classes.length + attributes.length) * 1000 + (tag === null ? 0 : 1),
    0,
  )

export const getClassNames = (element: Element, { valueOf }: WorkBudget): ReadonlySet<string> =>
  valueOf(getAttribute(element, 'class') ?? '').words()

export const matchesSelector = ({ compounds }: Selector, element: Element, work: WorkBudget): boolean =>
  matchesUpTo(compounds, compounds.length - 1, element, work)

function matchesUpTo(compounds: readonly Compound[], at: number, element: Element, work: WorkBudget): boolean {
  const compound = compounds[at]
  if (!compound || !matchesCompound(compound, element, work)) return false
  if (at === 0) return true
  for (let next = getParentElement(element); next; next = getParentElement(next)) {
    if (matchesUpTo(compounds, at - 1, next, work)) return true
    if (compound.combinator === '>') return false
  }
  return false
}

function getParentElement({ parentNode }: Element): Element | null {
  return parentNode && isElementNode(parentNode) ? parentNode : null
}

/** Compares case-insensitively, as browsers do in quirks mode (pages without a doctype). */
function matchesCompound({ tag, ids, classes, attributes }: Compound, element: Element, work: WorkBudget): boolean {
  work.step((1 + ids.length + classes.length) / 3)
  if (tag !== null && tag !== element.tagName) return false
  if (ids.length > 0 && !ids.every((id) => id === work.valueOf(getAttribute(element, 'id') ?? '').lower)) return false
  if (classes.length > 0 && !classes.every((each) => getClassNames(element, work).has(each))) return false
  return attributes.every((attribute) => matchesAttribute(element, attribute, work))
}

function matchesAttribute(
  element: Element,
  { name: wanted, operator, value }: AttributeSelector,
  { step, valueOf }: WorkBudget,
): boolean {
  step(1 + element.attrs.length / 10)
  const given = getAttribute(element, wanted)
  if (given === null) return false
  if (operator === '') return true
  const { lower, words } = valueOf(given)
  if (operator === '=') return lower === value
  if (operator === '|=') return lower === value || lower.startsWith(`${value}-`)
  if (value === '') return false
  if (operator === '~=') return words().has(value)
  if (operator === '^=') return lower.startsWith(value)
  if (operator === '$=') return lower.endsWith(value)
  step(lower.length / 10)
  return lower.includes(value)
}
