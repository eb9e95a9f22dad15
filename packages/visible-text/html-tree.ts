import { defaultTreeAdapter, Parser, type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes } from 'parse5'
import { maxAttributesPerElement, maxDepth, maxElements } from './limits.ts'
import { WorkLimitError } from './work-budget.ts'

export type Element = DefaultTreeAdapterTypes.Element
export type ParentNode = DefaultTreeAdapterTypes.ParentNode
type Node = DefaultTreeAdapterTypes.Node
export const isElementNode = (node: Node): node is Element => defaultTreeAdapter.isElementNode(node)
export const isTextNode = (node: Node): node is DefaultTreeAdapterTypes.TextNode => defaultTreeAdapter.isTextNode(node)

/**
 * Counts the characters in all attribute values of an element.
 * @throws WorkLimitError if it has more than `maxAttributesPerElement`
 */
export function attributesLength({ attrs }: Element): number {
  if (attrs.length > maxAttributesPerElement) throw new WorkLimitError()
  return attrs.reduce((sum, { value }) => sum + value.length, 0)
}

/** What may still hide what was read: style sheets, and attributes that the parser adds to `html` and `body`. */
const hidesEarlierText = /<(?:style|html|body)/i

/** More than an email has, except a table of thousands of rows. */
class ElementLimitError extends WorkLimitError {}

/**
 * Builds the tree that a browser builds with scripts disabled (HTML standard, 13.2 "Parsing HTML documents"). A page of
 * more than `maxElements` is read as far as these, unless the rest may hide a part of them.
 * @throws WorkLimitError
 */
export function parseHtml(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0
  let depth = 0
  const parser = new Parser<DefaultTreeAdapterMap>({
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...properties) {
        elements += 1
        if (elements > maxElements) throw properties[0] === 'style' ? new WorkLimitError() : new ElementLimitError()
        return defaultTreeAdapter.createElement(...properties)
      },
      onItemPush() {
        depth += 1
        if (depth > maxDepth) throw new WorkLimitError()
      },
      onItemPop() {
        depth -= 1
      },
    },
  })
  try {
    parser.tokenizer.write(html, true)
  } catch (error) {
    const isReadable =
      error instanceof ElementLimitError && !hidesEarlierText.test(html.slice(parser.tokenizer.preprocessor.offset))
    if (!isReadable) throw error
  }
  return parser.document
}

export const getAttribute = (element: Element, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null
