import { listedNameMaxLength, listedMaxNames } from '../../limits.ts'
import type { SkipReason } from './filter-attachments.ts'

const skipReasonTexts = {
  linked: 'a link to a file that lies elsewhere',
  inline_picture: 'a picture in the text',
  signature: 'part of a signature',
  empty: 'empty',
  too_large: 'larger than 200 MB',
  not_meant: 'not what your instructions ask for',
  too_many: 'more than 100 files or 500 MB in one mail',
  gone: 'no longer in the mail',
  refused: 'the service refused it',
  no_room: 'there was no room for it',
  unreadable: 'Outlook did not hand it out',
} as const satisfies Record<SkipReason, string>

const isReason = (reason: string): reason is SkipReason => Object.hasOwn(skipReasonTexts, reason)

/** Which files were skipped and why, in plain words, one sentence per reason; names are shortened. */
export function describeSkipped(files: readonly { name: string; reason: string | null }[]): string[] {
  const byReason = Map.groupBy(files, ({ reason }) => reason ?? '')
  return [...byReason].map(([reason, group]) => {
    const names = group.slice(0, listedMaxNames).map(({ name }) => `“${name.slice(0, listedNameMaxLength)}”`)
    const more = group.length > listedMaxNames ? ` and ${group.length - listedMaxNames} more` : ''
    return `Left out: ${names.join(', ')}${more} (${isReason(reason) ? skipReasonTexts[reason] : reason}).`
  })
}

export const baseFolderTooLongText =
  'The base folder is too long or too deep. Use at most 8 folders and 170 characters, and save the action again.'
