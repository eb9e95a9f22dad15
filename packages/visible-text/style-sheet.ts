import { decodeEscapes, indexOfDelimiter, stripComments } from './css-scanner.ts'
import { parseDeclaration, removeOverridden, type Declaration } from './declarations.ts'
import { maxRuleNesting } from './limits.ts'
import { evaluateMediaQueryList } from './media-queries.ts'
import { parseSelectorList, type Selector } from './selectors.ts'
import { WorkLimitError, type WorkBudget } from './work-budget.ts'

export interface Rule {
  selector: Selector
  declarations: Declaration[]
  /** Whether the rule is known to apply where its selector matches. */
  certain: boolean
  /** Position among all rules of the page. */
  order: number
}

/** The content of a `style` element. */
export interface StyleSheetSource {
  css: string
  /** The `media` attribute, lower case. */
  media: string
}

/**
 * Parses the rules of a style sheet that can hide or show text, in their order.
 * @throws WorkLimitError
 */
export function parseStyleSheet({ css, media }: StyleSheetSource, order: () => number, work: WorkBudget): Rule[] {
  const rules: Rule[] = []
  work.step(css.length / 5)
  const applies = evaluateMediaQueryList(media)
  const sheet = stripComments(css).replace(/<!--|-->/g, ' ')
  if (applies !== 'no') parseRules(sheet, 0, { rules, order, work, certain: applies === 'yes', nesting: 0 })
  return rules
}

interface ParserState {
  rules: Rule[]
  order: () => number
  work: WorkBudget
  certain: boolean
  nesting: number
}

/** @returns the index after the closing brace of the block, or the end of the text */
function parseRules(css: string, from: number, state: ParserState): number {
  if (state.nesting > maxRuleNesting) throw new WorkLimitError()
  const isInBlock = state.nesting > 0
  let at = from
  while (at < css.length) {
    while (/[\s;]/.test(css.charAt(at))) at += 1
    if (isInBlock && css.charAt(at) === '}') return at + 1
    const isAtRule = css.charAt(at) === '@'
    const end = indexOfDelimiter(css, at, isAtRule ? '{;}' : isInBlock ? '{}' : '{')
    if (css.charAt(end) !== '{') {
      at = css.charAt(end) === '}' ? (isInBlock ? end : end + 1) : end + 1
      continue
    }
    const prelude = css.slice(at, end)
    at = isAtRule
      ? parseAtRule(css, { prelude, body: end + 1 }, state)
      : parseStyleRule(css, { prelude, body: end + 1 }, state)
  }
  return css.length
}

interface Block {
  prelude: string
  /** Index after the opening brace. */
  body: number
}

function parseAtRule(css: string, { prelude, body }: Block, state: ParserState): number {
  const [, name = '', condition = ''] = /^@([\w-]{1,40})(.*)$/s.exec(decodeEscapes(prelude).toLowerCase()) ?? []
  const applies =
    name === 'media'
      ? evaluateMediaQueryList(condition)
      : /^(?:supports|layer|container|scope|starting-style|document)$/.test(name)
        ? 'maybe'
        : 'no'
  if (applies === 'no') return indexOfDelimiter(css, body, '}') + 1
  return parseRules(css, body, {
    ...state,
    certain: state.certain && applies === 'yes',
    nesting: state.nesting + 1,
  })
}

/** Parses a rule, its declarations and the rules nested in it. */
function parseStyleRule(css: string, { prelude, body }: Block, state: ParserState): number {
  if (state.nesting > maxRuleNesting) throw new WorkLimitError()
  const declarations: Declaration[] = []
  const selectors = parseSelectorList(prelude, state.work)
  const position = state.order()
  let at = body
  while (at < css.length && css.charAt(at) !== '}') {
    const end = indexOfDelimiter(css, at, ';{}')
    const text = css.slice(at, end)
    if (css.charAt(end) === '{') {
      const nested = { ...state, certain: false, nesting: state.nesting + 1 }
      const block = { prelude: text, body: end + 1 }
      at = text.trim().startsWith('@')
        ? parseAtRule(css, { ...block, prelude: text.trim() }, nested)
        : parseStyleRule(css, block, nested)
      continue
    }
    declarations.push(...parseDeclaration(text, state.work))
    at = css.charAt(end) === ';' ? end + 1 : end
  }
  const effective = removeOverridden(declarations)
  for (const selector of effective.length === 0 ? [] : selectors)
    state.rules.push({
      selector,
      declarations: effective,
      certain: state.certain && selector.certain,
      order: position,
    })
  return at + 1
}
