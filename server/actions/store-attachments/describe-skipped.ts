import { composeText } from '../../../contract/compose-text.ts'
import { listedNameMaxLength, listedMaxNames } from '../limits.ts'
import type { SkipReason } from './filter-attachments.ts'

const skipReasonTexts = {
  linked: composeText('a link to a file that lies elsewhere'),
  inline_picture: composeText('a picture in the text'),
  text_part: composeText('a part of the text'),
  signature: composeText('part of a signature'),
  empty: composeText('empty'),
  too_large: composeText('larger than 200 MB'),
  not_meant: composeText('not what your instructions ask for'),
  too_many: composeText('more than 100 files or 500 MB in one email'),
  gone: composeText('no longer in the email'),
  refused: composeText('the service refused it'),
  no_room: composeText('there was no room for it'),
  unreadable: composeText('the mailbox did not hand it out'),
} as const satisfies Record<SkipReason, string>

const isReason = (reason: string): reason is SkipReason => Object.hasOwn(skipReasonTexts, reason)

/** Which files were skipped and why, in plain words, one sentence per reason; names are shortened. */
export function describeSkipped(files: readonly { name: string; reason: string | null }[]): string[] {
  const byReason = Map.groupBy(files, ({ reason }) => reason ?? '')
  return [...byReason].map(([reason, group]) => {
    const list = group.slice(0, listedMaxNames).map(({ name }) => name.slice(0, listedNameMaxLength))
    const message = isReason(reason) ? skipReasonTexts[reason] : reason
    const number = group.length - list.length
    return number === 0
      ? composeText('Left out: {list} ({message}).', { list, message })
      : composeText('Left out: {list} and {number} more ({message}).', { list, number, message })
  })
}

export const baseFolderTooLongText = composeText(
  'The base folder is too long or too deep. Use at most 8 folders and 170 characters, and save the action again.',
)
