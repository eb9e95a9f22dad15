import { endingOf, matchesFilter } from '../../prompts/matches-filter.ts'
import type { AttachmentFilter, StorePlan } from '../../prompts/plan.ts'
import type { GraphAttachment } from '../../vendors/graph.ts'
import { folderFor, fullName, nameFor, type Sent } from './place.ts'

/** Outlook takes 150 MB in one mail; whatever claims to be larger is none of a mail's files. */
export const fileMostBytes = 200 * 1024 * 1024
const mailMostBytes = 500 * 1024 * 1024
const filesMost = 100
/** Pictures that signatures bring along are small, and Outlook names them so. */
const logoMostBytes = 32 * 1024

/** Why an attachment is not stored; kept in the ledger, and said in a note. */
export type LeftOutReason =
  | 'linked'
  | 'inline_picture'
  | 'signature'
  | 'empty'
  | 'too_large'
  | 'not_meant'
  | 'too_many'
  | 'gone'
  | 'refused'
  | 'no_room'
  | 'unreadable'

export interface Planned {
  attachment: GraphAttachment
  /** One clean segment, and the clean segments of the way to it; empty where it is left out. */
  name: string
  folder: readonly string[]
  /** Null where it is to be stored. */
  leftOut: LeftOutReason | null
}

export interface StoreRules extends Pick<StorePlan, 'filter' | 'folder'> {
  basePath: string
  keepsNames: boolean
}

/**
 * Which attachments of a mail are stored, where and as what. Pure: the same mail comes to the same places.
 * @param shown content ids that the text of the mail points to
 * @returns null where the base folder is no path that stores take
 */
export function sortOut(
  attachments: readonly GraphAttachment[],
  mail: Sent,
  { basePath, keepsNames, filter, folder: levels }: StoreRules,
  shown: readonly string[],
): Planned[] | null {
  const planned: Planned[] = []
  let number = 0
  let bytes = 0
  for (const attachment of attachments) {
    const name = fullName(attachment)
    const folder = folderFor(basePath, levels, mail, name)
    if (!folder) return null
    const isOver = number >= filesMost || bytes + attachment.size > mailMostBytes
    const leftOut =
      reasonAgainst(attachment, shown) ??
      (isMeant(filter, attachment, mail) ? null : 'not_meant') ??
      (isOver ? 'too_many' : null)
    if (leftOut === null) {
      number += 1
      bytes += attachment.size
    }
    const own = nameFor(attachment, { mail, keepsName: keepsNames || leftOut !== null, number, folder })
    planned.push({ attachment, name: own, folder, leftOut })
  }
  return planned
}

const isMeant = (filter: AttachmentFilter, attachment: GraphAttachment, { subject, from }: Sent): boolean =>
  matchesFilter(filter, {
    name: fullName(attachment),
    size: attachment.size,
    subject: subject ?? '',
    senderName: from?.name ?? '',
    senderAddress: from?.address ?? '',
  })

const pictures: ReadonlySet<string> = new Set([
  'png',
  'jpg',
  'jpeg',
  'gif',
  'bmp',
  'svg',
  'webp',
  'tif',
  'tiff',
  'emz',
  'wmz',
])

/** A picture is known by its type or its name: mail programs get one of the two wrong. */
export const isPicture = ({ type, name, contentType }: GraphAttachment): boolean =>
  type === 'file' && (contentType.startsWith('image/') || pictures.has(endingOf(name)))

function reasonAgainst(attachment: GraphAttachment, shown: readonly string[]): LeftOutReason | null {
  const { type, name, contentType, size, isInline, contentId } = attachment
  if (type === 'reference') return 'linked'
  if (isPicture(attachment)) {
    // Some programs mark whole documents as inline: only of pictures it says that they belong to the text.
    if (isInline || (contentId !== null && shown.includes(contentId))) return 'inline_picture'
    if (/^image\d{3}\.\w+$/i.test(name) && size <= logoMostBytes) return 'signature'
  }
  if (/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(contentType) || /^smime\.p7s$|^signature\.asc$/i.test(name))
    return 'signature'
  if (size === 0) return 'empty'
  return size > fileMostBytes ? 'too_large' : null
}
