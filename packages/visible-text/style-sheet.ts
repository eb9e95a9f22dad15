import { TooMuch } from './bounded-tree.ts'
import { endOf, piecesOf, withoutComments, withoutEscapes } from './css-pieces.ts'
import { declarationsOf, lastOfEach, type Declaration } from './declarations.ts'
import { pixelsOf } from './lengths.ts'
import { readSelectors, type Selector } from './selectors.ts'
import type { Work } from './work.ts'

export interface Rule {
  selector: Selector
  declarations: Declaration[]
  /** Whether it is known to apply where its selector matches. */
  certain: boolean
  /** Where it stands among all. */
  order: number
}

const nestingMost = 30

/**
 * The rules of a style sheet that may hide or show something, in their order.
 * @param media what the sheet as a whole is for, lower case
 * @throws TooMuch
 */
export function readStyleSheet(
  { css, media }: { css: string; media: string },
  order: () => number,
  work: Work,
): Rule[] {
  const rules: Rule[] = []
  work.step(css.length / 5)
  const holds = mediaHold(media)
  const sheet = withoutComments(css).replace(/<!--|-->/g, ' ')
  if (holds !== 'no') readRules(sheet, 0, { rules, order, work, certain: holds === 'yes', nesting: 0 })
  return rules
}

interface Reading {
  rules: Rule[]
  order: () => number
  work: Work
  certain: boolean
  nesting: number
}

/** @returns behind the bracket that ends the block, or the end */
function readRules(css: string, from: number, reading: Reading): number {
  if (reading.nesting > nestingMost) throw new TooMuch()
  const isInBlock = reading.nesting > 0
  let at = from
  while (at < css.length) {
    while (/[\s;]/.test(css.charAt(at))) at += 1
    if (isInBlock && css.charAt(at) === '}') return at + 1
    const isAtRule = css.charAt(at) === '@'
    const end = endOf(css, at, isAtRule ? '{;}' : isInBlock ? '{}' : '{')
    if (css.charAt(end) !== '{') {
      at = css.charAt(end) === '}' ? (isInBlock ? end : end + 1) : end + 1
      continue
    }
    const prelude = css.slice(at, end)
    at = isAtRule
      ? readAtRule(css, { prelude, body: end + 1 }, reading)
      : readStyleRule(css, { prelude, body: end + 1 }, reading)
  }
  return css.length
}

interface Block {
  prelude: string
  /** Where it begins. */
  body: number
}

function readAtRule(css: string, { prelude, body }: Block, reading: Reading): number {
  const [, name = '', condition = ''] = /^@([\w-]{1,40})(.*)$/s.exec(withoutEscapes(prelude).toLowerCase()) ?? []
  const holds =
    name === 'media'
      ? mediaHold(condition)
      : /^(?:supports|layer|container|scope|starting-style|document)$/.test(name)
        ? 'maybe'
        : 'no'
  if (holds === 'no') return endOf(css, body, '}') + 1
  return readRules(css, body, { ...reading, certain: reading.certain && holds === 'yes', nesting: reading.nesting + 1 })
}

/** Declarations, and rules among them. */
function readStyleRule(css: string, { prelude, body }: Block, reading: Reading): number {
  if (reading.nesting > nestingMost) throw new TooMuch()
  const declarations: Declaration[] = []
  const selectors = readSelectors(prelude, reading.work)
  const place = reading.order()
  let at = body
  while (at < css.length && css.charAt(at) !== '}') {
    const end = endOf(css, at, ';{}')
    const text = css.slice(at, end)
    if (css.charAt(end) === '{') {
      const nested = { ...reading, certain: false, nesting: reading.nesting + 1 }
      const block = { prelude: text, body: end + 1 }
      at = text.trim().startsWith('@')
        ? readAtRule(css, { ...block, prelude: text.trim() }, nested)
        : readStyleRule(css, block, nested)
      continue
    }
    declarations.push(...declarationsOf(text, reading.work))
    at = css.charAt(end) === ';' ? end + 1 : end
  }
  const said = lastOfEach(declarations)
  for (const selector of said.length === 0 ? [] : selectors)
    reading.rules.push({ selector, declarations: said, certain: reading.certain && selector.certain, order: place })
  return at + 1
}

type Holds = 'yes' | 'no' | 'maybe'

/** A light screen of 800 pixels, as a mail program may have it (Media Queries 4). */
function mediaHold(condition: string): Holds {
  const queries = piecesOf(condition, ',').map(queryHolds)
  return queries.includes('yes') ? 'yes' : queries.includes('maybe') ? 'maybe' : 'no'
}

function queryHolds(query: string): Holds {
  const parts = query.trim().split(/\band\b/)
  const holds = parts.map((part) => partHolds(part.trim()))
  return holds.includes('no') ? 'no' : holds.includes('maybe') ? 'maybe' : 'yes'
}

function partHolds(part: string): Holds {
  if (part === '' || /^(?:only )?(?:all|screen)$/.test(part)) return 'yes'
  if (/^(?:only )?(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)$/.test(part)) return 'no'
  const [, bound, size = ''] = /^\((min|max)-(?:device-)?width\s*:\s*([\d.]{1,12}[a-z]{2,3})\s*\)$/.exec(part) ?? []
  const width = bound === undefined ? null : pixelsOf(size, { font: 16, percent: 800 })
  if (width !== null) return (bound === 'min' ? 800 >= width : 800 <= width) ? 'yes' : 'no'
  const scheme = /^\(prefers-color-scheme\s*:\s*(light|dark)\s*\)$/.exec(part)?.[1]
  return scheme === undefined ? 'maybe' : scheme === 'light' ? 'yes' : 'no'
}
