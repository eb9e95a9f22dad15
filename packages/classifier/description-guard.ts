import type { DocumentFrequencies } from './document-frequencies.ts'
import type { Match } from './folder-profile.ts'
import { matchProfiles, profileOf } from './folder-profile.ts'
import type { Features } from './message-features.ts'
import { IN_TEXT } from './message-features.ts'
import type { FolderToSort } from './types.ts'

/**
 * What a sender can write without being the mail that the user means: whoever knows a folder's name can put it into a
 * subject, and whoever knows its instructions can paste them.
 *
 * @returns the match without the words of folder `k`'s name, and without the words of its instructions that only the
 *   text contains
 */
export function matchBeyondCopies(
  features: Features,
  folders: readonly FolderToSort[],
  k: number,
  frequencies: DocumentFrequencies,
): Match {
  const folder = folders[k]
  const { namedStems, instructedStems } = folder ? profileOf(folder) : NO_STEMS
  const isCopied = (stem: number, fields: number) =>
    namedStems.has(stem) || (fields === IN_TEXT && instructedStems.has(stem))
  const stems = new Map([...features.stems].filter(([stem, fields]) => !isCopied(stem, fields)))
  return matchProfiles({ ...features, stems }, folders, frequencies)
}

const NO_STEMS = { namedStems: new Set<number>(), instructedStems: new Set<number>() }

const COPIED_SHARE = 0.85
const MIN_COPIED_STEMS = 6

/** Whether the message contains nearly all words of the instructions. */
export function containsInstructions(features: Features, folder: FolderToSort): boolean {
  const { instructedStems } = profileOf(folder)
  const found = [...instructedStems].filter((stem) => features.stems.has(stem)).length
  return found >= MIN_COPIED_STEMS && found >= COPIED_SHARE * instructedStems.size
}
