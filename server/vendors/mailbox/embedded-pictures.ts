import type { Attachment } from './attachment.ts'

/** Pictures that only decorate a text, like the logo of a signature, are small; a larger one is content. */
const decorationMaxBytes = 32 * 1024

const pictureName = /\.(?:png|jpe?g|jpe|jfif|gif|bmp|svg|webp|avif|hei[cf]|tiff?|dng|emz|wmz)$/i

/** By type or name: mail programs often get one of them wrong. */
const isPicture = ({ type, name, contentType }: Attachment): boolean =>
  type === 'file' && (contentType.startsWith('image/') || pictureName.test(name))

/**
 * Whether a picture only decorates the text: the text refers to it by `cid:`, and it is small. Many programs refer to
 * the photos that a user adds as well, and no name tells the two apart. `isInline` does not either: Apple's programs
 * show each attachment within the text.
 */
export const isInText = (attachment: Attachment, contentIds: readonly string[]): boolean =>
  isPicture(attachment) &&
  attachment.contentId !== null &&
  contentIds.includes(attachment.contentId) &&
  attachment.size <= decorationMaxBytes

/** The whole name: "Logo draft 2.png" is the attachment of a user. */
const logoName =
  /^(?:[^\W_]+[-_])?(?:logo|icon|banner|signature|signatur|facebook|twitter|linkedin|instagram|youtube|xing)\d*\.\w+$/i
const outlookLogoName = /^image\d{3}\.\w+$/i

/** Whether it is a small logo of a signature that is shown within the text without a reference to it. */
export const isSignatureLogo = (attachment: Attachment): boolean =>
  isPicture(attachment) &&
  attachment.isInline &&
  attachment.size <= decorationMaxBytes &&
  (outlookLogoName.test(attachment.name) || logoName.test(attachment.name))

/**
 * Whether it is a piece of the text: Exchange reads text that follows an attachment, as Apple's programs write it, as a
 * file that it names itself.
 */
export const isTextPart = ({ type, name, contentType, size }: Attachment): boolean =>
  type === 'file' &&
  /^ATT\d{5}\.(?:txt|html?)$/i.test(name) &&
  /^(?:text\/.*)?$/.test(contentType) &&
  size <= decorationMaxBytes
