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
import { maxHtmlLength, maxIconWidth, minBoxSize } from './limits.ts'
import { hasShortenedAttribute, shortenEmbeddedFiles } from './shorten-embedded-files.ts'
import { createWorkBudget, WorkLimitError, type WorkBudget } from './work-budget.ts'

/**
 * Converts an HTML email to the text that its reader sees, as plain text. Content hidden by its element, by style or
 * by position is left out; so is content whose visibility cannot be determined. The README lists what counts as
 * hidden. A visible picture is read as its description (`alt`).
 * @returns an empty string if the page exceeds the limits of `limits.ts`; HTML beyond `maxHtmlLength` is ignored, not
 * counting the files that are embedded in it, and so is what follows `maxElements` where it cannot hide what precedes
 * @param enough characters after which the rest is not rendered: the work for a long page stays within the limits
 */
export function visibleText(html: string, enough = Infinity): string {
  try {
    return renderText(parseHtml(shortenEmbeddedFiles(html, maxHtmlLength)), enough)
  } catch (error) {
    if (error instanceof WorkLimitError) return ''
    throw error
  }
}

interface Rendering {
  cascade: Cascade
  work: WorkBudget
  parts: string[]
  /** Each is read once: a newsletter repeats the same picture. */
  descriptions: Set<string>
  /** Characters that are still to be rendered. */
  left: number
}

function renderText(tree: ParentNode, enough: number): string {
  const work = createWorkBudget()
  const cascade = createCascade(tree, work)
  const rendering: Rendering = { cascade, work, parts: [], descriptions: new Set(), left: enough }
  // Two renderings, without and with the rules that may or may not apply: visible text is visible in both.
  renderChildren(rendering, tree, cascade.isCertain ? [initialStyle] : [initialStyle, initialStyle])
  return collapse(rendering.parts)
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
    if (rendering.left <= 0) return
    rendering.work.step(5)
    if (isElementNode(node)) {
      if (!isClosedDetails || node.tagName === 'summary') renderElement(rendering, node, styles)
    } else if (isTextNode(node) && !isClosedDetails && styles.every(isTextVisible)) {
      rendering.work.step(node.value.length / 10)
      const keepsLines = styles.some((style) => style.keepsLines)
      const text = node.value.replace(/\s+/g, ' ')
      rendering.parts.push(keepsLines ? node.value : text)
      rendering.left -= text.trim().length
    }
  }
}

function renderElement(rendering: Rendering, element: Element, parentStyles: readonly ComputedStyle[]): void {
  const { cascade, work, parts } = rendering
  work.step(20 + attributesLength(element) / 50)
  if (hasShortenedAttribute(element)) return
  const rules = cascade.matchingRules(element)
  const styles = parentStyles.flatMap((parent, index) => {
    const applied = index === 0 ? rules.filter(({ certain }) => certain) : rules
    return computeStyle(element, cascade.specifiedValues(element, applied), parent) ?? []
  })
  if (styles.length < parentStyles.length) return
  const { tagName } = element
  // The size and the colour of text say nothing about a picture: tables of pictures often have a font size of 0.
  if (tagName === 'img' && styles.every(({ isVisible }) => isVisible)) renderPicture(rendering, element)
  const isBlock = blockElements.has(tagName)
  if (isBlock) parts.push('\n')
  renderChildren(rendering, element, styles)
  if (isBlock && tagName !== 'br') parts.push('\n')
  if (tagName === 'td' || tagName === 'th') parts.push(' ')
}

function renderPicture({ parts, descriptions }: Rendering, image: Element): void {
  const description = (getAttribute(image, 'alt') ?? '').trim()
  if (isDecoration(image) || /^\S+\.\w{3,4}$/.test(description) || descriptions.has(description)) return
  descriptions.add(description)
  parts.push(` ${description} `)
}

/** An icon, or a picture that only reports that the email was opened. */
function isDecoration(image: Element): boolean {
  const [width = NaN, height = NaN] = ['width', 'height'].map((name) => {
    const value = getAttribute(image, name) ?? ''
    return value.endsWith('%') ? NaN : Number.parseFloat(value)
  })
  return width <= maxIconWidth || height <= minBoxSize
}
