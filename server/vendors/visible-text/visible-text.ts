import {
  boundedTree,
  checkAttributes,
  createSteps,
  isElementNode,
  isTextNode,
  TooMuch,
  type Element,
  type ParentNode,
  type Step,
} from './bounded-tree.ts'
import { readDeclarations } from './declarations.ts'
import { attributeStyles, firstLook, isSeen, lookOf, type Look } from './looks.ts'
import { attributeOf, classesOf, matches } from './selectors.ts'
import { readStyleSheet, type Rule } from './style-sheet.ts'

/** Of a page; whatever stands behind it is not read. */
const longest = 512 * 1024

/**
 * What a reader sees of a page in HTML, as plain text (security checklist A14, F7): nothing that is hidden by an element's nature or style, whether
 * it takes no room, has no size or strength, has the colour of what is behind it, or lies outside of the page. What is not understood
 * counts as hidden where it could hide something. Pure; does not throw; its work is bounded, and a page that asks for more is read as empty.
 */
export function visibleText(html: string): string {
  try {
    return textOf(boundedTree(html.slice(0, longest)))
  } catch (error) {
    if (error instanceof TooMuch) return ''
    throw error
  }
}

interface Page {
  rules: ReadonlyMap<string, Rule[]>
  step: Step
  parts: string[]
}

function textOf(tree: ParentNode): string {
  const rules = rulesOf(tree)
  const page: Page = { rules: Map.groupBy(rules, ({ selector }) => selector.key), step: createSteps(), parts: [] }
  // Without and with the rules of which it is not known whether they apply: what is seen is seen in both.
  walk(page, tree, rules.every(({ certain }) => certain) ? [firstLook] : [firstLook, firstLook])
  return page.parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function rulesOf(tree: ParentNode): Rule[] {
  let order = 0
  return sheetsIn(tree).flatMap((sheet) => readStyleSheet(sheet, () => order++))
}

function sheetsIn(parent: ParentNode): { css: string; media: string }[] {
  return parent.childNodes.flatMap((node) => {
    if (!isElementNode(node)) return []
    if (node.tagName !== 'style') return sheetsIn(node)
    if (!/^(?:|text\/css)$/i.test(attributeOf(node, 'type') ?? '')) return []
    const css = node.childNodes.map((child) => (isTextNode(child) ? child.value : '')).join('')
    return [{ css, media: (attributeOf(node, 'media') ?? '').toLowerCase() }]
  })
}

const line =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|summary|table|tr|ul)$/

function walk(page: Page, parent: ParentNode, looks: readonly Look[]): void {
  const isFolded = 'tagName' in parent && parent.tagName === 'details' && attributeOf(parent, 'open') === null
  for (const node of parent.childNodes) {
    page.step()
    if (isElementNode(node)) {
      // Of what can be unfolded, the title is seen.
      if (!isFolded || node.tagName === 'summary') walkElement(page, node, looks)
    } else if (isTextNode(node) && !isFolded && looks.every(isSeen)) {
      const keepsLines = looks.some((look) => look.keepsLines)
      page.parts.push(keepsLines ? node.value : node.value.replace(/\s+/g, ' '))
    }
  }
}

function walkElement(page: Page, element: Element, parents: readonly Look[]): void {
  checkAttributes(element)
  const rules = rulesFor(page, element)
  const looks = parents.flatMap((parent, at) => {
    const applied = at === 0 ? rules.filter(({ certain }) => certain) : rules
    return lookOf(element, styleOf(element, applied), parent) ?? []
  })
  if (looks.length < parents.length) return
  const { tagName } = element
  const isLine = line.test(tagName)
  if (isLine) page.parts.push('\n')
  walk(page, element, looks)
  if (isLine && tagName !== 'br') page.parts.push('\n')
  if (tagName === 'td' || tagName === 'th') page.parts.push(' ')
}

/** By their weight, the heaviest last (CSS Cascade 4). */
function rulesFor({ rules, step }: Page, element: Element): Rule[] {
  const keys = ['*', element.tagName, ...[...classesOf(element)].map((name) => `.${name}`)]
  const id = attributeOf(element, 'id')
  if (id !== null) keys.push(`#${id.toLowerCase()}`)
  const found = keys.flatMap((key) => (rules.get(key) ?? []).filter(({ selector }) => matches(selector, element, step)))
  for (const { declarations } of found) step(declarations.length)
  return found.toSorted((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
}

function styleOf(element: Element, rules: readonly Rule[]): Map<string, string> {
  const own = readDeclarations(attributeOf(element, 'style') ?? '')
  const sheets = rules.flatMap(({ declarations }) => declarations)
  const style = new Map(attributeStyles(element))
  for (const weight of [false, true])
    for (const said of [sheets, own])
      for (const { property, value, important } of said) if (important === weight) style.set(property, value)
  return style
}
