import { locale } from '../texts/translate.ts'
import { onFirstUse } from './on-first-use.ts'

/** Name of a folder as shown on the page: with its path, if the mailbox reports one. */
export const folderName = (folder: { folder_name: string; display_name: string | null }): string =>
  folder.display_name || folder.folder_name

// `localeCompare` reads its options again for each pair: 100 ms for 300 folders.
const collator = onFirstUse(() => new Intl.Collator(locale(), { numeric: true }))
/** For `toSorted`: “Folder 2” before “Folder 10”. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b)
