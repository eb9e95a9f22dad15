import {
  boundedTree,
  isElementNode,
  isTextNode,
  sizeOfAttributes,
  TooMuch,
  type Element,
  type ParentNode,
} from './bounded-tree.ts'
import { readDeclarations, type Declaration } from './declarations.ts'
import { attributeStyles, firstLook, isSeen, lookOf, type Look } from './looks.ts'
import { attributeOf, classesOf, matches } from './selectors.ts'
import { readStyleSheet, type Rule } from './style-sheet.ts'
import { createWork, type Work } from './work.ts'

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
  work: Work
  /** What style attributes say, by their text: many elements share one. */
  styles: Map<string, Declaration[]>
  parts: string[]
}

function textOf(tree: ParentNode): string {
  const work = createWork()
  const rules = rulesOf(tree, work)
  const page: Page = { rules: Map.groupBy(rules, ({ selector }) => selector.key), work, styles: new Map(), parts: [] }
  // Without and with the rules of which it is not known whether they apply: what is seen is seen in both.
  walk(page, tree, rules.every(({ certain }) => certain) ? [firstLook] : [firstLook, firstLook])
  return page.parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function rulesOf(tree: ParentNode, work: Work): Rule[] {
  let order = 0
  const sheets: Sheet[] = []
  gatherSheets(tree, sheets)
  return sheets.flatMap((sheet) => readStyleSheet(sheet, () => order++, work))
}

interface Sheet {
  css: string
  media: string
}

function gatherSheets(parent: ParentNode, sheets: Sheet[]): void {
  for (const node of parent.childNodes) {
    if (!isElementNode(node)) continue
    if (node.tagName !== 'style') gatherSheets(node, sheets)
    else if (/^(?:|text\/css)$/i.test(attributeOf(node, 'type') ?? '')) {
      const css = node.childNodes.map((child) => (isTextNode(child) ? child.value : '')).join('')
      sheets.push({ css, media: (attributeOf(node, 'media') ?? '').toLowerCase() })
    }
  }
}

const line =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|summary|table|tr|ul)$/

function walk(page: Page, parent: ParentNode, looks: readonly Look[]): void {
  const isFolded = 'tagName' in parent && parent.tagName === 'details' && attributeOf(parent, 'open') === null
  for (const node of parent.childNodes) {
    page.work.step(5)
    if (isElementNode(node)) {
      // Of what can be unfolded, the title is seen.
      if (!isFolded || node.tagName === 'summary') walkElement(page, node, looks)
    } else if (isTextNode(node) && !isFolded && looks.every(isSeen)) {
      page.work.step(node.value.length / 10)
      const keepsLines = looks.some((look) => look.keepsLines)
      page.parts.push(keepsLines ? node.value : node.value.replace(/\s+/g, ' '))
    }
  }
}

function walkElement(page: Page, element: Element, parents: readonly Look[]): void {
  page.work.step(20 + sizeOfAttributes(element) / 50)
  const rules = rulesFor(page, element)
  const looks = parents.flatMap((parent, at) => {
    const applied = at === 0 ? rules.filter(({ certain }) => certain) : rules
    return lookOf(element, styleOf(page, element, applied), parent) ?? []
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
function rulesFor({ rules, work }: Page, element: Element): Rule[] {
  const classes = classesOf(element, work)
  work.step(classes.size)
  const keys = ['*', element.tagName, ...[...classes].map((name) => `.${name}`)]
  const id = attributeOf(element, 'id')
  if (id !== null) keys.push(`#${id.toLowerCase()}`)
  const found = keys.flatMap((key) => (rules.get(key) ?? []).filter(({ selector }) => matches(selector, element, work)))
  for (const { declarations } of found) work.step(2 + declarations.length)
  return found.toSorted((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
}

function styleOf({ styles, work }: Page, element: Element, rules: readonly Rule[]): Map<string, string> {
  const text = attributeOf(element, 'style') ?? ''
  const own = styles.get(text) ?? readDeclarations(text, work)
  styles.set(text, own)
  const sheets = rules.flatMap(({ declarations }) => declarations)
  const style = new Map(attributeStyles(element))
  for (const weight of [false, true])
    for (const said of [sheets, own])
      for (const { property, value, important } of said) if (important === weight) style.set(property, value)
  // What each of them says is worked out for each element.
  work.step(own.length + 10 * style.size)
  return style
}
