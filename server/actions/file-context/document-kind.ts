/** File extensions that text can be read from. */
const kindByExtension = {
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

export type DocumentKind = (typeof kindByExtension)[keyof typeof kindByExtension]

const isKnownExtension = (ending: string): ending is keyof typeof kindByExtension =>
  Object.hasOwn(kindByExtension, ending)

/** Null if no text can be read from such a file. */
export function documentKind(name: string): DocumentKind | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && isKnownExtension(ending) ? kindByExtension[ending] : null
}

export const isDocumentKind = (value: unknown): value is DocumentKind =>
  typeof value === 'string' && new Set<string>(Object.values(kindByExtension)).has(value)
