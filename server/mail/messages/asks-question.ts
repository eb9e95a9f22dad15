import { quotation } from './quotation.ts'

/** Separates the signature (RFC 3676, section 4.3). */
const signature = /^\s*--\s*$/
const link = /<[^<>\s]*>|\b(?:https?:\/\/|www\.)\S+|\S+@\S+/giu
/** Letters, then the mark at the end of a sentence. */
const question = /\p{L}[^.!?\n]*[?？؟](?=[\s"'”»“’)\]!?]|$)/u

/**
 * Whether the sender's own words have a question: without quoted email, signature and links.
 * @param text as the reader of the email sees it
 */
export function asksQuestion(text: string): boolean {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => quotation.test(line) || signature.test(line))
  const own = lines.slice(0, end === -1 ? undefined : end).filter((line) => !/^\s*>/.test(line))
  return question.test(own.join('\n').replaceAll(link, ' '))
}
