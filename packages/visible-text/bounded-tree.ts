import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type ParentNode = DefaultTreeAdapterTypes.ParentNode
export type Node = DefaultTreeAdapterTypes.Node
export const isElementNode = (node: Node): node is Element => defaultTreeAdapter.isElementNode(node)
export const isTextNode = (node: Node): node is DefaultTreeAdapterTypes.TextNode => defaultTreeAdapter.isTextNode(node)

/** A page asks for more work than any mail needs: the standard lets a short text ask for millions of elements. */
export class TooMuch extends Error {}

const elementsMost = 25_000
/** Browsers stop at about this depth, too. */
const depthMost = 500
const attributesMost = 200

/** @returns the length of all its attributes @throws TooMuch where it has more of them than any */
export function sizeOfAttributes({ attrs }: Element): number {
  if (attrs.length > attributesMost) throw new TooMuch()
  return attrs.reduce((sum, { value }) => sum + value.length, 0)
}

/** The tree that a browser builds of a page, scripts off (HTML standard, 13.2). @throws TooMuch */
export function boundedTree(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0
  let depth = 0
  return parse(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...about) {
        elements += 1
        if (elements > elementsMost) throw new TooMuch()
        return defaultTreeAdapter.createElement(...about)
      },
      onItemPush() {
        depth += 1
        if (depth > depthMost) throw new TooMuch()
      },
      onItemPop() {
        depth -= 1
      },
    },
  })
}
