import type { AttachmentFilter } from './plan.ts'

export interface FilteredAttachment {
  name: string
  /** In bytes. */
  size: number
  subject: string
  senderName: string
  senderAddress: string
}

/** Whether the person's words mean this file. Pure; what a mail says can only decide about itself. */
export function matchesFilter(filter: AttachmentFilter, file: FilteredAttachment): boolean {
  const type = endingOf(file.name)
  const name = fold(file.name)
  const subject = fold(file.subject)
  const isOf = (text: string) => (word: string) => holdsWord(text, fold(word))
  return (
    (filter.types.length === 0 || filter.types.includes(type)) &&
    !filter.notTypes.includes(type) &&
    (filter.senders.length === 0 || filter.senders.some((sender) => isFrom(file, sender))) &&
    (filter.words.length === 0 || filter.words.some((word) => isOf(name)(word) || isOf(subject)(word))) &&
    !filter.notWords.some(isOf(name)) &&
    (filter.minBytes === null || file.size >= filter.minBytes) &&
    (filter.maxBytes === null || file.size <= filter.maxBytes)
  )
}

/** Lower case, empty where there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/** One form for comparing: no accents, lower case, and one blank in place of all that is neither letter nor digit. */
const fold = (text: string): string =>
  ` ${text
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const shortWord = 4

/** A short word only at the beginning of a word ("bill", not "possible"); a longer one anywhere, as in "Jahresrechnung". */
function holdsWord(text: string, folded: string): boolean {
  const word = folded.trim()
  return word !== '' && text.includes(word.length <= shortWord ? ` ${word}` : word)
}

function isFrom({ senderName, senderAddress }: FilteredAttachment, wanted: string): boolean {
  const sender = wanted.trim().toLowerCase().replace(/^@/, '')
  const address = senderAddress.trim().toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (sender.includes('@')) return sender === address
  if (/^[\w-]+(\.[\w-]+)+$/.test(sender)) return domain === sender || domain.endsWith(`.${sender}`)
  return holdsWord(fold(senderName), fold(sender)) || holdsWord(fold(domain), fold(sender))
}
