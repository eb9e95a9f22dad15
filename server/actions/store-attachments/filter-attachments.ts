import { fileExtension, matchesFilter } from '../../prompts/matches-filter.ts'
import type { AttachmentFilter, StorePlan } from '../../prompts/plan-schema.ts'
import type { GraphAttachment } from '../../vendors/graph.ts'
import {
  destinationFolder,
  attachmentFileName,
  destinationFileName,
  type MessageMetadata,
} from './attachment-destination.ts'
import { attachmentMaxBytes, logoMaxBytes, attachmentsMaxStored, storedAttachmentsMaxBytes } from '../../limits.ts'

/** Why an attachment is not stored. Saved in `app.stored_attachments` and named in a note. */
export type SkipReason =
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

export interface PlannedAttachment {
  attachment: GraphAttachment
  /**
   * One sanitized segment, and the sanitized segments of its folder; the folder is empty if the attachment is
   * skipped.
   */
  name: string
  folder: readonly string[]
  /** Null if the attachment is to be stored. */
  skipReason: SkipReason | null
}

interface StoreRules extends Pick<StorePlan, 'filter' | 'folder'> {
  basePath: string
  preserveNames: boolean
}

/**
 * Decides which attachments of a message are stored, and where. Pure: the same message always gives the same
 * destinations, so that a repeated run finds its files.
 * @param shown content ids that the message's text refers to
 * @returns null if the base folder is not a path that services accept
 */
export function filterAttachments(
  attachments: readonly GraphAttachment[],
  message: MessageMetadata,
  { basePath, preserveNames, filter, folder: levels }: StoreRules,
  shown: readonly string[],
): PlannedAttachment[] | null {
  const planned: PlannedAttachment[] = []
  let number = 0
  let bytes = 0
  for (const attachment of attachments) {
    const name = attachmentFileName(attachment)
    const folder = destinationFolder(basePath, levels, message, name)
    if (!folder) return null
    const isOver = number >= attachmentsMaxStored || bytes + attachment.size > storedAttachmentsMaxBytes
    const skipReason =
      findSkipReason(attachment, shown) ??
      (isSelected(filter, attachment, message) ? null : 'not_meant') ??
      (isOver ? 'too_many' : null)
    if (skipReason === null) {
      number += 1
      bytes += attachment.size
    }
    const own = destinationFileName(attachment, {
      message,
      preserveName: preserveNames || skipReason !== null,
      number,
      folder,
    })
    planned.push({ attachment, name: own, folder, skipReason })
  }
  return planned
}

const isSelected = (
  filter: AttachmentFilter,
  attachment: GraphAttachment,
  { subject, from }: MessageMetadata,
): boolean =>
  matchesFilter(filter, {
    name: attachmentFileName(attachment),
    size: attachment.size,
    subject: subject ?? '',
    senderName: from?.name ?? '',
    senderAddress: from?.address ?? '',
  })

const pictureExtensions: ReadonlySet<string> = new Set([
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

/** By type or name: mail programs often get one of them wrong. */
export const isPicture = ({ type, name, contentType }: GraphAttachment): boolean =>
  type === 'file' && (contentType.startsWith('image/') || pictureExtensions.has(fileExtension(name)))

function findSkipReason(attachment: GraphAttachment, shown: readonly string[]): SkipReason | null {
  const { type, name, contentType, size, isInline, contentId } = attachment
  if (type === 'reference') return 'linked'
  if (isPicture(attachment)) {
    // Some programs mark every attachment as inline; only for pictures this means that they belong to the text.
    if (isInline || (contentId !== null && shown.includes(contentId))) return 'inline_picture'
    if (/^image\d{3}\.\w+$/i.test(name) && size <= logoMaxBytes) return 'signature'
  }
  if (/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(contentType) || /^smime\.p7s$|^signature\.asc$/i.test(name))
    return 'signature'
  if (size === 0) return 'empty'
  return size > attachmentMaxBytes ? 'too_large' : null
}
