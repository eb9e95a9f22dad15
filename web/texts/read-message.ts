import { isKind, kindOf, type MessageValue, valueKinds } from '../../contract/compose-text.ts'

/** A composed message: its template, and the values by their placeholders. */
export interface ReadMessage {
  template: string
  values: Record<string, MessageValue | ReadText>
}
/** Joined messages, with the separators between them. */
export type ReadText = (ReadMessage | string)[]

/**
 * Reads texts that `composeText` and `joinMessages` made of the templates. The function returns null for every other
 * text, also where one of several messages is unknown: a text is translated as a whole or not at all.
 */
export function messageReader(templates: readonly string[]): (text: string) => ReadText | null {
  const fixed = new Set(templates.filter((template) => !template.includes('{')))
  const patterns = templates
    .filter((template) => template.includes('{'))
    .map((template) => ({ template, pattern: patternOf(template) }))

  return (english) => {
    // A text that nests and joins messages can be split in many ways; each part is read once.
    const known = new Map<string, ReadText | null>()

    const read = (text: string): ReadText | null => {
      const before = known.get(text)
      if (before !== undefined) return before
      const result = readWhole(text) ?? readJoined(text)
      known.set(text, result)
      return result
    }

    const readWhole = (text: string): ReadText | null => {
      if (fixed.has(text)) return [{ template: text, values: {} }]
      for (const { template, pattern } of patterns) {
        const match = pattern.exec(text)
        const values = match && valuesOf(match.groups ?? {})
        if (values) return [{ template, values }]
      }
      return null
    }

    const readJoined = (text: string): ReadText | null => {
      for (const [at, separator] of separatorsIn(text)) {
        const first = readWhole(text.slice(0, at))
        const rest = first && read(text.slice(at + separator.length))
        if (first && rest) return [...first, separator, ...rest]
      }
      return null
    }

    const valuesOf = (groups: Record<string, string>): ReadMessage['values'] | null => {
      const values: ReadMessage['values'] = {}
      for (const [group, text] of Object.entries(groups)) {
        const value = isQuotedGroup(group) ? text : valueOf(kindOf(group), text)
        if (value === null) return null
        values[group.replace(/^quoted_/, '')] = value
      }
      return values
    }

    const valueOf = (kind: string, text: string): MessageValue | ReadText | null => {
      if (kind === 'message') return read(text)
      if (kind === 'number') return Number(text)
      if (kind === 'addresses') return text.split(', ')
      return kind === 'list' || kind === 'choice' ? itemsOf(text) : text
    }

    return read(english)
  }
}

const isQuotedGroup = (group: string): boolean => group.startsWith('quoted_')

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/(“\{\w+\}”|\{\w+\})/)
      .map((part, index) => (index % 2 === 0 ? escapeRegExp(part) : groupOf(part)))
      .join('')}$`,
    's',
  )

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function groupOf(placeholder: string): string {
  const name = placeholder.replaceAll(/\W/g, '')
  const kind = kindOf(name)
  return isKind(kind) && !placeholder.startsWith('“')
    ? `(?<${name}>${valueKinds[kind]})`
    : `“(?<quoted_${name}>[^“”]*)”`
}

/** Those of `joinMessages`, outside quotation marks. */
const separatorsIn = (text: string): [at: number, separator: string][] =>
  [...text.matchAll(/“[^“”]*”|; |, then |, |(?<=\.) /g)].flatMap(({ 0: found, index }) =>
    found.startsWith('“') ? [] : [[index, found]],
  )

const itemsOf = (text: string): string[] =>
  [...text.matchAll(/“([^“”]*)”|\.\w+|…/g)].map(([item, quoted]) => quoted ?? item)
