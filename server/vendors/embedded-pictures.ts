import { logoMaxBytes } from '../limits.ts'
import type { GraphAttachment } from './graph-attachments.ts'

const pictureName = /\.(?:png|jpe?g|jpe|jfif|gif|bmp|svg|webp|avif|hei[cf]|tiff?|dng|emz|wmz)$/i

/** By type or name: mail programs often get one of them wrong. */
const isPicture = ({ type, name, contentType }: GraphAttachment): boolean =>
  type === 'file' && (contentType.startsWith('image/') || pictureName.test(name))

/** Names that cameras and screenshot tools give, and formats that only cameras use. */
const photoName = new RegExp(
  [
    String.raw`^(?:img|dscn?|dscf|pxl|mvimg)[-_ ]?\d{3}`,
    String.raw`^\d{8}[-_]\d{6}`,
    String.raw`^(?:screen ?shot|bildschirmfoto|capture d.[eé]cran|captura de pantalla|schermafbeelding)\b`,
    String.raw`\.(?:hei[cf]|dng)$`,
  ].join('|'),
  'i',
)

/**
 * Whether a picture belongs to the text: the text refers to it by `cid:`. `isInline` does not say so, because Apple's
 * programs show each attachment within the text; those for Macs also refer to the photos that a user adds.
 */
export const isInText = (attachment: GraphAttachment, contentIds: readonly string[]): boolean =>
  isPicture(attachment) &&
  attachment.contentId !== null &&
  contentIds.includes(attachment.contentId) &&
  !(attachment.size > logoMaxBytes && photoName.test(attachment.name))

const outlookLogoName = /^image\d{3}\.\w+$/i
const logoName =
  /(?:^|[\W_])(?:logo|icon|banner|signature|signatur|facebook|twitter|linkedin|instagram|youtube|xing)\d*(?:[\W_]|$)/i

/** Whether it is a small logo of a signature. One with another name than Outlook's is shown within the text. */
export const isSignatureLogo = (attachment: GraphAttachment): boolean =>
  isPicture(attachment) &&
  attachment.size <= logoMaxBytes &&
  (outlookLogoName.test(attachment.name) || (attachment.isInline && logoName.test(attachment.name)))
