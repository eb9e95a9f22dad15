import type { FolderPlan, MailField, Template } from '../../prompts/plan-schema.ts'
import { fileExtension } from '../../prompts/matches-filter.ts'
import type { Attachment } from '../../vendors/mailbox/attachment.ts'
import type { MessageMetadata } from '../runner/message-metadata.ts'
import { sanitizeFileName, fileNameMaxLength } from './sanitize-file-name.ts'
import { maxFolderLevels } from '../../../contract/limits.ts'
import { attachmentNameMaxLength } from '../../limits.ts'

/** Characters of the sender in the name of a renamed file. */
const fileNameSenderMaxLength = 40

/**
 * The longest path that desktops and OneDrive accept, without the service's own folders and the number of a
 * duplicate.
 */
const pathMaxLength = 240
const duplicateSuffixLength = 8
/** Reserved for the file name, however long the folders are. */
const fileNameReservedLength = 60
const folderPathMaxLength = pathMaxLength - fileNameReservedLength - duplicateSuffixLength
const levelMinLength = 12

/**
 * The folders of a file, outermost first: the configured base folder, then the plan's folders, filled from the
 * message. Text from the message becomes part of one segment and can never lead out of the base folder.
 * @returns null if the base folder is deeper or longer than services accept
 */
export function destinationFolder(
  basePath: string,
  plan: FolderPlan,
  message: MessageMetadata,
  fileName: string,
): string[] | null {
  const base = basePath
    .split('/')
    .flatMap((name) => (name.trim() === '' ? [] : [sanitizeFileName(name, { keepsBlanks: true })]))
  const left = folderPathMaxLength - lengthOf(base)
  if (base.length > maxFolderLevels || left < 0) return null
  const levels = plan.slice(0, Math.min(maxFolderLevels - base.length, Math.floor(left / levelMinLength)))
  const most = Math.min(fileNameMaxLength, Math.floor(left / Math.max(1, levels.length)) - 1)
  return [
    ...base,
    ...levels.map((template) =>
      sanitizeFileName(fillFolderTemplate(template, message, fileName), { fallback: 'Other', most }),
    ),
  ]
}

const lengthOf = (folder: readonly string[]): number => folder.join('/').length + 1

/** Folder path as shown and stored: "/Finance/2026"; the root is "/". */
export const folderPathOf = (folder: readonly string[]): string => `/${folder.join('/')}`

const fillFolderTemplate = (template: Template, message: MessageMetadata, fileName: string): string =>
  template.map((part) => ('text' in part ? part.text : fieldValue(part.field, message, fileName))).join('')

function fieldValue(field: MailField, { from, subject, receivedOn }: MessageMetadata, fileName: string): string {
  const [year, month, day] = receivedOn.split('-')
  const address = from?.address ?? ''
  const values: Record<MailField, [value: string | undefined, fallback: string]> = {
    sender_name: [from?.name || address, 'Unknown sender'],
    sender_address: [address, 'Unknown sender'],
    sender_domain: [address.slice(address.lastIndexOf('@') + 1), 'Unknown sender'],
    subject: [subject ?? '', 'No subject'],
    year: [year, '0000'],
    month: [month, '00'],
    day: [day, '00'],
    file_type: [fileExtension(fileName), 'Other'],
  }
  const [value, fallback] = values[field]
  return sanitizeFileName(value ?? '', { fallback })
}

/** An attached message is stored as an .eml file named by its subject. */
export const attachmentFileName = ({ type, name }: Pick<Attachment, 'type' | 'name'>): string =>
  type === 'item' && fileExtension(name) !== 'eml' ? `${name.slice(0, attachmentNameMaxLength)}.eml` : name

/**
 * The name of a file in its folder: its own sanitized name, or one made of date, sender and number.
 * @param number starts at 1
 */
export function destinationFileName(
  attachment: Pick<Attachment, 'type' | 'name'>,
  {
    message,
    preserveName,
    number,
    folder,
  }: { message: MessageMetadata; preserveName: boolean; number: number; folder: readonly string[] },
): string {
  const most = Math.min(fileNameMaxLength, pathMaxLength - duplicateSuffixLength - lengthOf(folder))
  const own = attachmentFileName(attachment)
  if (preserveName) return sanitizeFileName(own, { most })
  const sender = sanitizeFileName(message.from?.name || message.from?.address || '', {
    fallback: 'unknown',
    most: fileNameSenderMaxLength,
  })
  const ending = fileExtension(own)
  const name = `${message.receivedOn}_${sender}_${number}`
  return sanitizeFileName(ending === '' ? name : `${name}.${ending}`, { most })
}
