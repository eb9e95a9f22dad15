/** What text can be read from, by the ending of the name. */
const endings = {
  txt: 'text',
  text: 'text',
  md: 'text',
  markdown: 'text',
  csv: 'text',
  tsv: 'text',
  json: 'text',
  htm: 'html',
  html: 'html',
  pdf: 'pdf',
  docx: 'docx',
} as const

export type DocumentKind = (typeof endings)[keyof typeof endings]

const isKnown = (ending: string): ending is keyof typeof endings => Object.hasOwn(endings, ending)

/** Null where no text can be read from such a file. */
export function documentKind(name: string): DocumentKind | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && isKnown(ending) ? endings[ending] : null
}

export const isDocumentKind = (value: unknown): value is DocumentKind =>
  typeof value === 'string' && new Set<string>(Object.values(endings)).has(value)
