import { parseDeclarationList, type Declaration } from './declarations.ts'
import { getAttribute, isElementNode, isTextNode, type Element, type ParentNode } from './html-tree.ts'
import { presentationalHints } from './presentational-hints.ts'
import { getClassNames, matchesSelector } from './selectors.ts'
import { parseStyleSheet, type Rule, type StyleSheetSource } from './style-sheet.ts'
import type { WorkBudget } from './work-budget.ts'

/** The style rules of a page, and what they set on an element (CSS Cascade 4). */
export interface Cascade {
  /** Whether every rule is known to apply where its selector matches. */
  isCertain: boolean
  /** The rules whose selectors match, in ascending specificity and order. */
  matchingRules: (element: Element) => Rule[]
  /** The value of each property set by attributes, the given rules and the `style` attribute. */
  specifiedValues: (element: Element, rules: readonly Rule[]) => Map<string, string>
}

/** @throws WorkLimitError, as do its functions */
export function createCascade(tree: ParentNode, work: WorkBudget): Cascade {
  const rules = collectRules(tree, work)
  const rulesByKey = Map.groupBy(rules, ({ selector }) => selector.key)
  // Keyed by text: the parser reopens formatting elements, so that many share one style attribute.
  const parsedAttributes = new Map<string, Declaration[]>()
  return {
    isCertain: rules.every(({ certain }) => certain),
    matchingRules: (element) => findMatchingRules(rulesByKey, element, work),
    specifiedValues(element, applied) {
      const text = getAttribute(element, 'style') ?? ''
      const inline = parsedAttributes.get(text) ?? parseDeclarationList(text, work)
      parsedAttributes.set(text, inline)
      return cascadeValues(element, { inline, applied }, work)
    },
  }
}

function collectRules(tree: ParentNode, work: WorkBudget): Rule[] {
  let order = 0
  const sheets: StyleSheetSource[] = []
  collectStyleSheets(tree, sheets)
  return sheets.flatMap((sheet) => parseStyleSheet(sheet, () => order++, work))
}

function collectStyleSheets(parent: ParentNode, sheets: StyleSheetSource[]): void {
  for (const node of parent.childNodes) {
    if (!isElementNode(node)) continue
    if (node.tagName !== 'style') collectStyleSheets(node, sheets)
    else if (/^(?:|text\/css)$/i.test(getAttribute(node, 'type') ?? '')) {
      const css = node.childNodes.map((child) => (isTextNode(child) ? child.value : '')).join('')
      sheets.push({ css, media: (getAttribute(node, 'media') ?? '').toLowerCase() })
    }
  }
}

function findMatchingRules(rulesByKey: ReadonlyMap<string, Rule[]>, element: Element, work: WorkBudget): Rule[] {
  const classes = getClassNames(element, work)
  work.step(classes.size)
  const keys = ['*', element.tagName, ...[...classes].map((name) => `.${name}`)]
  const id = getAttribute(element, 'id')
  if (id !== null) keys.push(`#${id.toLowerCase()}`)
  const candidates = keys.flatMap((key) => rulesByKey.get(key) ?? [])
  const matching = candidates.filter(({ selector }) => matchesSelector(selector, element, work))
  for (const { declarations } of matching) work.step(2 + declarations.length)
  return matching.toSorted((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
}

function cascadeValues(
  element: Element,
  { inline, applied }: { inline: readonly Declaration[]; applied: readonly Rule[] },
  work: WorkBudget,
): Map<string, string> {
  const fromSheets = applied.flatMap(({ declarations }) => declarations)
  const values = new Map(presentationalHints(element))
  for (const importance of [false, true])
    for (const declarations of [fromSheets, inline])
      for (const { property, value, important } of declarations)
        if (important === importance) values.set(property, value)
  work.step(inline.length + 10 * values.size)
  return values
}
