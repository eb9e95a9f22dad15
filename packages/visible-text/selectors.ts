import { isElementNode, TooMuch, type Element } from './bounded-tree.ts'
import { piecesOf, withoutEscapes } from './css-pieces.ts'
import type { Work } from './work.ts'

const compoundsMost = 50

interface Attribute {
  name: string
  operator: string
  value: string
}

/** One step of a selector: what an element must be, and how it stands to the step before (CSS Selectors 4). */
interface Compound {
  tag: string | null
  ids: string[]
  classes: string[]
  attributes: Attribute[]
  combinator: ' ' | '>'
}

export interface Selector {
  /** From left to right. */
  compounds: Compound[]
  specificity: number
  /** Whether all of it was understood; else it matches as if the rest were not there. */
  certain: boolean
  /** Of the last step: what an element must have to be asked about at all. */
  key: string
}

/** States that nobody brings a mail into by looking at it, and texts that stand in no element. */
const never = /^(?:hover|active|focus|focus-within|focus-visible|visited|before|after|first-line|first-letter)$/

const name = String.raw`(?:[\w-]|[^\x00-\x7f]|\\[^\n]){1,200}`
const parts = new RegExp(
  String.raw`\s*([>+~])\s*|(\s+)|\*|(${name})|#(${name})|\.(${name})|\[\s*(${name})\s*(?:([~|^$*]?=)\s*("[^"\n]{0,500}"|'[^'\n]{0,500}'|${name})\s*(?:[is]\s*)?)?\]|(::?)(${name})|(&)`,
  'y',
)

/** The selectors of a rule; those that can never match are left out. An error in one takes all of them out, as in browsers. @throws TooMuch */
export function readSelectors(prelude: string, work: Work): Selector[] {
  const read = piecesOf(prelude, ',').map((text) => readSelector(text.trim(), work))
  return read.some((selector) => selector === 'invalid') ? [] : read.filter((selector) => typeof selector === 'object')
}

/** What stands before siblings is not looked at. */
function readSelector(text: string, { step }: Work): Selector | 'never' | 'invalid' {
  if (text === '' || /[>+~]$/.test(text)) return 'invalid'
  const compounds: Compound[] = [emptyAfter(' ')]
  let certain = true
  let pseudos = 0
  let at = 0
  step(20)
  while (at < text.length) {
    step(5)
    parts.lastIndex = at
    const found = parts.exec(text)
    const last = compounds.at(-1)
    if (!found || !last) return 'invalid'
    if (compounds.length > compoundsMost) throw new TooMuch()
    at = parts.lastIndex
    const [, combinator, space, tag, id, klass, attribute, operator = '', value = '', colons, pseudo] = found
    if (combinator === '>') compounds.push(emptyAfter(combinator))
    else if (combinator !== undefined) {
      compounds.splice(0, Infinity, emptyAfter(' '))
      certain = false
    } else if (space !== undefined) compounds.push(emptyAfter(' '))
    else if (tag !== undefined) last.tag = plain(tag)
    else if (id !== undefined) last.ids.push(plain(id))
    else if (klass !== undefined) last.classes.push(plain(klass))
    else if (attribute !== undefined)
      last.attributes.push({ name: plain(attribute), operator, value: plain(value.replace(/^(["'])(.*)\1$/s, '$2')) })
    else if (pseudo !== undefined) {
      if (colons === '::' || never.test(plain(pseudo))) return 'never'
      certain = false
      pseudos += 1
      if (text.charAt(at) === '(') at += lengthOfArguments(text.slice(at))
    } else if (found[0] === '&') certain = false
  }
  const key = keyOf(compounds.at(-1))
  return { compounds, certain, specificity: specificityOf(compounds) + pseudos * 1000, key }
}

const plain = (text: string): string => withoutEscapes(text).toLowerCase()
const emptyAfter = (combinator: Compound['combinator']): Compound => ({
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

function keyOf(compound: Compound | undefined): string {
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

export const attributeOf = (element: Element, wanted: string): string | null =>
  element.attrs.find((attribute) => attribute.name === wanted)?.value ?? null

export const classesOf = (element: Element, { valueOf }: Work): ReadonlySet<string> =>
  valueOf(attributeOf(element, 'class') ?? '').words()

export const matches = ({ compounds }: Selector, element: Element, work: Work): boolean =>
  matchesUpTo(compounds, compounds.length - 1, element, work)

function matchesUpTo(compounds: readonly Compound[], at: number, element: Element, work: Work): boolean {
  const compound = compounds[at]
  if (!compound || !isOf(compound, element, work)) return false
  if (at === 0) return true
  for (let next = parentOf(element); next; next = parentOf(next)) {
    if (matchesUpTo(compounds, at - 1, next, work)) return true
    if (compound.combinator === '>') return false
  }
  return false
}

function parentOf({ parentNode }: Element): Element | null {
  return parentNode && isElementNode(parentNode) ? parentNode : null
}

/** Without regard to case: that is how pages without a doctype are read. */
function isOf({ tag, ids, classes, attributes }: Compound, element: Element, work: Work): boolean {
  work.step((1 + ids.length + classes.length) / 3)
  if (tag !== null && tag !== element.tagName) return false
  if (ids.length > 0 && !ids.every((id) => id === work.valueOf(attributeOf(element, 'id') ?? '').lower)) return false
  if (classes.length > 0 && !classes.every((each) => classesOf(element, work).has(each))) return false
  return attributes.every((attribute) => hasAttribute(element, attribute, work))
}

function hasAttribute(
  element: Element,
  { name: wanted, operator, value }: Attribute,
  { step, valueOf }: Work,
): boolean {
  step(1 + element.attrs.length / 10)
  const given = attributeOf(element, wanted)
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
