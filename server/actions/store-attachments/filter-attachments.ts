import { matchesFilter } from '../../prompts/matches-filter.ts'
import type { AttachmentFilter, StorePlan } from '../../prompts/plan-schema.ts'
import { isInText, isSignatureLogo, isTextPart } from '../../vendors/mailbox/embedded-pictures.ts'
import type { Attachment } from '../../vendors/mailbox/attachment.ts'
import type { MessageMetadata } from '../runner/message-metadata.ts'
import { destinationFolder, attachmentFileName, destinationFileName } from './attachment-destination.ts'
import { attachmentMaxBytes } from '../limits.ts'

const storedAttachmentsMaxBytes = 500 * 1024 * 1024
const attachmentsMaxStored = 100

/** Why an attachment is not stored. Saved in `app.stored_attachments` and named in a note. */
export type SkipReason =
  | 'linked'
  | 'inline_picture'
  | 'text_part'
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
  attachment: Attachment
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
  /** The content ids that the message's text refers to. */
  contentIds: readonly string[]
}

/**
 * Decides which attachments of a message are stored, and where. Pure: the same message always gives the same
 * destinations, so that a repeated run finds its files.
 * @returns null if the base folder is not a path that services accept
 */
export function filterAttachments(
  attachments: readonly Attachment[],
  message: MessageMetadata,
  { basePath, preserveNames, filter, folder: levels, contentIds }: StoreRules,
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
      findSkipReason(attachment, contentIds) ??
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

const isSelected = (filter: AttachmentFilter, attachment: Attachment, { subject, from }: MessageMetadata): boolean =>
  matchesFilter(filter, {
    name: attachmentFileName(attachment),
    size: attachment.size,
    subject: subject ?? '',
    senderName: from?.name ?? '',
    senderAddress: from?.address ?? '',
  })

function findSkipReason(attachment: Attachment, contentIds: readonly string[]): SkipReason | null {
  const { type, name, contentType, size } = attachment
  if (type === 'reference') return 'linked'
  if (isInText(attachment, contentIds)) return 'inline_picture'
  if (isSignatureLogo(attachment)) return 'signature'
  if (isTextPart(attachment)) return 'text_part'
  if (/^application\/(?:x-)?(?:pkcs7|pgp)-signature$/.test(contentType) || /^smime\.p7s$|^signature\.asc$/i.test(name))
    return 'signature'
  if (size === 0) return 'empty'
  return size > attachmentMaxBytes ? 'too_large' : null
}
