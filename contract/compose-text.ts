/**
 * Messages with values in them, in English. A page in another language recognises the template of a message
 * (`web/texts/read-message.ts`) and fills in its translation. Each text therefore has one reading only: a value stands
 * between quotation marks “…”, which it cannot contain, or its placeholder has the name of a kind (`{number2}` is a
 * number, too), and the value cannot look like the text around it.
 */
export type MessageValue = string | number | readonly string[]
export type MessageValues = Readonly<Record<string, MessageValue>>

/** Regular expressions of the values without quotation marks. */
export const valueKinds = {
  number: '\\d+(?:\\.\\d+)?',
  /** Names of services that we know. */
  service: '[A-Z]\\w*(?: [A-Z]\\w*)?',
  services: '[A-Z][\\w ,]*',
  /** An address, a domain or the id of a mailing list. */
  address: '[^ “”]*',
  addresses: '[^ “”]*(?:, [^ “”]*)*',
  /** A text that ends no sentence. */
  line: '(?:(?![.;] )[^“”])*[.;]?',
  /** A line with names of fields: “Invoices (year)”, “Invoices, in a folder for each year”. */
  template: '(?:(?![.;] )[^“”])*[.;]?',
  /** Texts: “a”, “b”. */
  list: '“[^“”]*”(?:, “[^“”]*”)*',
  /** Texts and file types: “a” or .pdf. */
  choice: '(?:“[^“”]*”|\\.\\w+|…)(?:(?:, | or )(?:“[^“”]*”|\\.\\w+|…))*',
  /** Messages, joined as by `joinMessages`. */
  message: '(?:[^“”]|“[^“”]*”)+?',
} as const
type ValueKind = keyof typeof valueKinds

/** The kind that the name of a placeholder without quotation marks gives. */
export const kindOf = (name: string): string => name.replace(/\d+$/, '')
export const isKind = (name: string): name is ValueKind => Object.hasOwn(valueKinds, name)

/** Texts of a choice that need no quotation marks. */
export const isFileType = (text: string): boolean => /^(?:\.\w+|…)$/.test(text)

/** Fills the placeholders of a literal template; `test/page-texts.test.ts` looks for its translation. */
export const composeText = (template: string, values: MessageValues = {}): string =>
  template.replace(/(“?)\{(\w+)\}/g, (_, quote: string, name: string) => {
    const value = values[name] ?? ''
    return (
      quote + (typeof value === 'object' ? joined(kindOf(name), value) : cleaned(quote || kindOf(name), `${value}`))
    )
  })

/** Several messages as one text. The page translates each of them. */
export const joinMessages = (messages: readonly string[], separator: '; ' | ', ' | ', then ' | ' '): string =>
  messages.join(separator)

const withoutQuotes = (value: string): string => value.replaceAll(/[“”]/g, '"')

function cleaned(kind: string, value: string): string {
  if (kind === 'message') return value
  const plain = withoutQuotes(value)
  if (kind === 'address') return plain.replaceAll(' ', '\u00a0')
  return kind === 'line' || kind === 'template' ? plain.replaceAll(/([.;]) /g, '$1\u00a0') : plain
}

function joined(kind: string, values: readonly string[]): string {
  if (kind === 'addresses') return values.map((value) => cleaned('address', value)).join(', ')
  const isBare = (value: string): boolean => kind === 'choice' && isFileType(value)
  const quoted = values.map((value) => (isBare(value) ? value : `“${withoutQuotes(value)}”`))
  return quoted.join(kind === 'choice' && quoted.length === 2 ? ' or ' : ', ')
}
