import { sanitizeFileName } from './sanitize-file-name.ts'
import type { PlannedAttachment } from './filter-attachments.ts'

/** Most emoji and rare ideographs. Dropbox refuses them (https://github.com/dropbox/dropbox-sdk-java/issues/42). */
const beyondBasicPlane = /[\u{10000}-\u{10FFFF}]/gu

const withoutThem = (name: string, fallback: string): string => {
  const left = name.replace(beyondBasicPlane, '')
  return left === name ? name : sanitizeFileName(left, { fallback })
}

/** The destination without characters that Dropbox refuses. */
export const asDropboxNames = (planned: PlannedAttachment): PlannedAttachment => ({
  ...planned,
  name: withoutThem(planned.name, 'attachment'),
  folder: planned.folder.map((segment) => withoutThem(segment, 'Other')),
})
