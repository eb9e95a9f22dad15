import type { LeftOutReason } from './sort-out.ts'

const texts = {
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
} as const satisfies Record<LeftOutReason, string>

const isReason = (reason: string): reason is LeftOutReason => Object.hasOwn(texts, reason)

const namesMost = 6

/** What was left out and why, in plain words, one sentence for each reason; names are cut. */
export function leftOutNotes(files: readonly { name: string; reason: string | null }[]): string[] {
  const byReason = Map.groupBy(files, ({ reason }) => reason ?? '')
  return [...byReason].map(([reason, group]) => {
    const names = group.slice(0, namesMost).map(({ name }) => `“${name.slice(0, 40)}”`)
    const more = group.length > namesMost ? ` and ${group.length - namesMost} more` : ''
    return `Left out: ${names.join(', ')}${more} (${isReason(reason) ? texts[reason] : reason}).`
  })
}

export const baseFolderTooLong =
  'The base folder is too long or too deep. Use at most 8 folders and 170 characters, and save the action again.'
