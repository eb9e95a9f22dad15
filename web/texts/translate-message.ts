import { isFileType, kindOf } from '../../contract/compose-text.ts'
import { messageReader, type ReadMessage, type ReadText } from './read-message.ts'
import { type Catalogue, fill, locale } from './translate.ts'

/** Key of the form in which a value of a list is quoted. */
const quotedKey = '“{text}”'

/**
 * Translates messages that the server composed (`contract/compose-text.ts`).
 * @param catalogue the translations by template
 * @returns null for any other text
 */
export function messageTranslator(catalogue: Catalogue): (english: string) => string | null {
  const translation = (english: string): string => {
    const found = catalogue[english]
    return typeof found === 'string' ? found : english
  }
  const quoted = (text: string): string => fill(translation(quotedKey), { text })
  const withFields = (text: string): string =>
    text
      .replace(/\(([^()]+)\)/g, (_, field: string) => `(${translation(field)})`)
      .replace(/a folder for each [^,]+/g, translation)

  function valueText(name: string, value: ReadMessage['values'][string]): string | number {
    const kind = kindOf(name)
    if (typeof value === 'number') return value
    if (typeof value === 'string') return kind === 'template' ? withFields(value) : value
    if (isMessage(value)) return translate(value)
    if (kind === 'list') return value.map(quoted).join(', ')
    if (kind !== 'choice') return value.join(', ')
    const items = value.map((item) => (isFileType(item) ? item : quoted(item)))
    return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(items)
  }

  const translate = (text: ReadText): string =>
    text
      .map((part) => {
        if (typeof part === 'string') return translation(part)
        const values = Object.entries(part.values).map(([name, value]) => [name, valueText(name, value)] as const)
        return fill(translation(part.template), Object.fromEntries(values))
      })
      .join('')

  let read: ReturnType<typeof messageReader> | undefined
  return (english) => {
    read ??= messageReader(Object.keys(catalogue).filter((key) => key !== quotedKey))
    const text = read(english)
    return text && translate(text)
  }
}

const isMessage = (value: readonly string[] | ReadText): value is ReadText =>
  value.some((part) => typeof part === 'object')
