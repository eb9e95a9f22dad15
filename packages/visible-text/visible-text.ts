import { createCascade, type Cascade } from './cascade.ts'
import { computeStyle, initialStyle, isTextVisible, type ComputedStyle } from './computed-style.ts'
import {
  attributesLength,
  getAttribute,
  isElementNode,
  isTextNode,
  parseHtml,
  type Element,
  type ParentNode,
} from './html-tree.ts'
import { maxHtmlLength, minBoxSize, minTextBesidePictures } from './limits.ts'
import { createWorkBudget, WorkLimitError, type WorkBudget } from './work-budget.ts'

/**
 * Converts an HTML email to the text that its reader sees, as plain text. Content hidden by its element, by style or
 * by position is left out; so is content whose visibility cannot be determined. The README lists what counts as
 * hidden. The descriptions (`alt`) of its pictures follow where there is little other text.
 * @returns an empty string if the page exceeds the limits of `limits.ts`; HTML beyond `maxHtmlLength` is ignored
 */
export function visibleText(html: string): string {
  try {
    return renderText(parseHtml(html.slice(0, maxHtmlLength)))
  } catch (error) {
    if (error instanceof WorkLimitError) return ''
    throw error
  }
}

interface Rendering {
  cascade: Cascade
  work: WorkBudget
  parts: string[]
  descriptions: string[]
}

function renderText(tree: ParentNode): string {
  const work = createWorkBudget()
  const cascade = createCascade(tree, work)
  const rendering: Rendering = { cascade, work, parts: [], descriptions: [] }
  // Two renderings, without and with the rules that may or may not apply: visible text is visible in both.
  renderChildren(rendering, tree, cascade.isCertain ? [initialStyle] : [initialStyle, initialStyle])
  const text = collapse(rendering.parts)
  return text.length < minTextBesidePictures ? collapse([text, ...rendering.descriptions]) : text
}

const collapse = (parts: readonly string[]): string =>
  parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const blockElements = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tr ul'
  ).split(' '),
)

/** @param styles computed styles of the parent, one for each rendering */
function renderChildren(rendering: Rendering, parent: ParentNode, styles: readonly ComputedStyle[]): void {
  const isClosedDetails = 'tagName' in parent && parent.tagName === 'details' && getAttribute(parent, 'open') === null
  for (const node of parent.childNodes) {
    rendering.work.step(5)
    if (isElementNode(node)) {
      if (!isClosedDetails || node.tagName === 'summary') renderElement(rendering, node, styles)
    } else if (isTextNode(node) && !isClosedDetails && styles.every(isTextVisible)) {
      rendering.work.step(node.value.length / 10)
      const keepsLines = styles.some((style) => style.keepsLines)
      rendering.parts.push(keepsLines ? node.value : node.value.replace(/\s+/g, ' '))
    }
  }
}

function renderElement(rendering: Rendering, element: Element, parentStyles: readonly ComputedStyle[]): void {
  const { cascade, work, parts } = rendering
  work.step(20 + attributesLength(element) / 50)
  const rules = cascade.matchingRules(element)
  const styles = parentStyles.flatMap((parent, index) => {
    const applied = index === 0 ? rules.filter(({ certain }) => certain) : rules
    return computeStyle(element, cascade.specifiedValues(element, applied), parent) ?? []
  })
  if (styles.length < parentStyles.length) return
  const { tagName } = element
  if (tagName === 'img' && !isPixel(element) && styles.every(isTextVisible))
    rendering.descriptions.push(`\n${getAttribute(element, 'alt') ?? ''}`)
  const isBlock = blockElements.has(tagName)
  if (isBlock) parts.push('\n')
  renderChildren(rendering, element, styles)
  if (isBlock && tagName !== 'br') parts.push('\n')
  if (tagName === 'td' || tagName === 'th') parts.push(' ')
}

/** A picture that only reports that the email was opened. */
const isPixel = (image: Element): boolean =>
  ['width', 'height'].some((name) => Number.parseFloat(getAttribute(image, name) ?? '') <= minBoxSize)
