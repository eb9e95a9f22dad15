import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** A node of the syntax tree (ESTree with JSX). */
interface Node {
  type: string
  start: number
  [field: string]: unknown
}

interface UsedText {
  english: string
  /** Name of the function. */
  by: string
  at: string
  /** With a count: the text for other counts than 1. */
  other?: string
  /** Names of the values and elements that the call passes, where it lists them. */
  values?: string[]
}

interface PageTexts {
  used: UsedText[]
  /** Texts that are shown without a translation. */
  untranslated: string[]
}

const oneText = new Set(['t', 'text', 'rich', 'composeText'])
const counted = new Set(['tn', 'richCount'])
/** Calls whose texts nobody sees on the page, or that take a text to show as it is. */
const technical = new Set(['Error', 'TypeError', 'PasskeyUnavailable', 'cx', 'buttonClasses', 'warn', 'error'])
/** Calls that show their first arguments. */
const showing: Record<string, number> = { toastError: 2, toastSuccess: 2, announce: 1 }
const shownNames =
  /^(?:label|title|description|placeholder|hint|legend|alt|text|aria-label|aria-description|aria-valuetext)$|Label$/
const sentence = /^[A-Z][a-z’-]+$|^[A-Z][a-z’'-]* \S*[a-z]|[a-z ]* \S*[a-z]{3,}[.!?…](?: [A-Z]|$)/
const proseWords = / (?:the|you|your|is|are|of|it|not|and|for|by|with|from) /
const hasWord = /\p{L}{2,}/u

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const childOf = (node: Node, field: string): Node | undefined => {
  const value = node[field]
  return isNode(value) ? value : undefined
}
const nameOf = (node: Node | undefined): string =>
  node === undefined ? '' : typeof node['name'] === 'string' ? node['name'] : nameOf(childOf(node, 'property'))

/** The possible values of an expression that consists of literals; undefined where it has another part. */
function literalsOf(node: Node | undefined): string[] | undefined {
  if (node === undefined) return undefined
  const both = (left: string, right: string): Node[] => [node[left], node[right]].filter(isNode)
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : undefined
    case 'TemplateLiteral':
      return [node['expressions']].flat().length === 0 ? [quasisOf(node)] : undefined
    case 'ConditionalExpression': {
      const [left, right] = both('consequent', 'alternate').map(literalsOf)
      return left && right && [...left, ...right]
    }
    case 'BinaryExpression': {
      const [left, right] = both('left', 'right').map(literalsOf)
      return left && right && left.flatMap((start) => right.map((end) => start + end))
    }
    default:
      return undefined
  }
}

const quasisOf = (template: Node): string =>
  [template['quasis']]
    .flat()
    .filter(isNode)
    .map((quasi) => String(Reflect.get(quasi['value'] ?? {}, 'cooked')))
    .join('·')

/** The text of a literal or of the fixed parts of a template. */
const writtenText = (node: Node): string =>
  node.type === 'Literal' && typeof node['value'] === 'string'
    ? node['value']
    : node.type === 'TemplateLiteral'
      ? quasisOf(node)
      : ''

const valueNames = (node: Node | undefined): string[] | undefined => {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return undefined
  const properties = [node['properties']].flat().filter(isNode)
  if (properties.some(({ type }) => type === 'SpreadElement')) return undefined
  return properties.map((property) => nameOf(childOf(property, 'key')))
}

/** All texts of a file of the page that are translated, and those that look like one and are not. */
export function pageTexts(file: string, names: RegExp): PageTexts {
  const source = readFileSync(file, 'utf8')
  const found: PageTexts = { used: [], untranslated: [] }
  const place = (node: Node): string => `${file}:${source.slice(0, node.start).split('\n').length}`
  const report = (node: Node, shown: string): void => {
    if (hasWord.test(shown.replace(names, ''))) found.untranslated.push(`${place(node)}: ${shown.trim()}`)
  }

  /** @param shown whether a literal here is shown, whatever it looks like */
  const visit = (node: Node, shown: boolean): void => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'TSLiteralType':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return
      case 'CallExpression':
      case 'NewExpression':
        return visitCall(node)
      case 'JSXText':
        return report(node, String(node['value']))
      case 'JSXAttribute': {
        const value = childOf(node, 'value')
        const name = nameOf(childOf(node, 'name'))
        if (value && !/class/i.test(name)) visit(value, shownNames.test(name))
        return
      }
      case 'JSXElement':
        for (const part of childrenOf(node)) visit(part, part.type === 'JSXExpressionContainer')
        return
      case 'JSXExpressionContainer':
        for (const part of childrenOf(node)) visit(part, shown)
        return
      case 'ConditionalExpression':
        visit(childOf(node, 'test') ?? node, false)
        for (const branch of [node['consequent'], node['alternate']].filter(isNode)) visit(branch, shown)
        return
      case 'LogicalExpression':
      case 'BinaryExpression': {
        const compares = /^[!=]==?$/.test(String(node['operator']))
        for (const part of childrenOf(node)) if (!compares || part.type !== 'Literal') visit(part, shown && !compares)
        return
      }
      case 'Property': {
        const value = childOf(node, 'value')
        if (value) visit(value, shownNames.test(nameOf(childOf(node, 'key'))))
        return
      }
      case 'Literal':
      case 'TemplateLiteral': {
        const written = writtenText(node)
        if (shown || sentence.test(written) || proseWords.test(written)) report(node, written)
        for (const part of childrenOf(node)) visit(part, false)
        return
      }
      default:
        for (const part of childrenOf(node)) visit(part, false)
    }
  }

  const visitCall = (call: Node): void => {
    const name = nameOf(childOf(call, 'callee'))
    const given = [call['arguments']].flat().filter(isNode)
    if (oneText.has(name)) {
      const texts = literalsOf(given[0])
      const values = valueNames(given[1])
      for (const english of texts ?? [])
        found.used.push({ english, by: name, at: place(call), ...(values && name !== 'text' && { values }) })
      if (!texts && name === 'composeText') found.untranslated.push(`${place(call)}: ${name} needs literal texts`)
      for (const part of texts ? given.slice(1) : given) visit(part, false)
    } else if (counted.has(name)) {
      const [[one], [other]] = [literalsOf(given[1]) ?? [], literalsOf(given[2]) ?? []]
      const values = valueNames(given[3])
      if (one !== undefined && other !== undefined)
        found.used.push({ english: one, by: name, other, at: place(call), ...(values && { values }) })
      else found.untranslated.push(`${place(call)}: ${name} needs literal texts`)
      for (const part of [given[0], ...given.slice(3)].filter(isNode)) visit(part, false)
    } else if (!technical.has(name)) {
      for (const part of childrenOf(call)) visit(part, given.slice(0, showing[name] ?? 0).includes(part))
    }
  }

  const program: unknown = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (isNode(program)) visit(program, false)
  return found
}
