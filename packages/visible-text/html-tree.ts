import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
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

/**
 * Builds the tree that a browser builds with scripts disabled (HTML standard, 13.2 "Parsing HTML documents").
 * @throws WorkLimitError
 */
export function parseHtml(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0
  let depth = 0
  return parse(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...properties) {
        elements += 1
        if (elements > maxElements) throw new WorkLimitError()
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
}

export const getAttribute = (element: Element, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null
