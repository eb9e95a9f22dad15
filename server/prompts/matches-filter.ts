import type { AttachmentFilter } from './plan-schema.ts'

/** Characters of a text that a filter compares. */
const matchedTextMaxLength = 1000

export interface FilteredAttachment {
  name: string
  /** In bytes. */
  size: number
  subject: string
  senderName: string
  senderAddress: string
}

/** Whether a filter selects this file. Pure; the text of a message can affect only its own attachments. */
export function matchesFilter(filter: AttachmentFilter, file: FilteredAttachment): boolean {
  const type = fileExtension(file.name)
  const name = normalizePadded(file.name)
  const subject = normalizePadded(file.subject)
  const isOf = (text: string) => (word: string) => containsWord(text, normalizePadded(word))
  return (
    (filter.types.length === 0 || filter.types.includes(type)) &&
    !filter.notTypes.includes(type) &&
    (filter.senders.length === 0 || filter.senders.some((sender) => matchesSender(file, sender))) &&
    (filter.words.length === 0 || filter.words.some((word) => isOf(name)(word) || isOf(subject)(word))) &&
    !filter.notWords.some(isOf(name)) &&
    (filter.minBytes === null || file.size >= filter.minBytes) &&
    (filter.maxBytes === null || file.size <= filter.maxBytes)
  )
}

/** Lower case; empty if there is none. */
export const fileExtension = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/** Normal form for comparison: no accents, lower case, single spaces around words. */
const normalizePadded = (text: string): string =>
  ` ${text
    .slice(0, matchedTextMaxLength)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const shortWordMaxLength = 4

/**
 * A short word matches only at the start of a word ("bill", not "possible"), a longer one anywhere, as in
 * "Jahresrechnung".
 */
function containsWord(text: string, normalized: string): boolean {
  const word = normalized.trim()
  return word !== '' && text.includes(word.length <= shortWordMaxLength ? ` ${word}` : word)
}

function matchesSender({ senderName, senderAddress }: FilteredAttachment, wanted: string): boolean {
  const sender = wanted.trim().toLowerCase().replace(/^@/, '')
  const address = senderAddress.trim().toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (sender.includes('@')) return sender === address
  if (/^[\w-]+(\.[\w-]+)+$/.test(sender)) return domain === sender || domain.endsWith(`.${sender}`)
  return (
    containsWord(normalizePadded(senderName), normalizePadded(sender)) ||
    containsWord(normalizePadded(domain), normalizePadded(sender))
  )
}
