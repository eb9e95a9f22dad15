import { isEveryday } from './concept-shares.ts'
import { profileOf } from './folder-profile.ts'
import type { FolderToSort } from './types.ts'

/** A topic of a name has many times the share of the others; a name without a topic has the same share of all. */
const MIN_TOPIC_LEAD = 3

/** Whether the name of a folder says nothing about the email in it ("Whitby!!", "2024"). */
export function isUnknownName({ id, name }: FolderToSort): boolean {
  const folder = { id, name, instructions: '' }
  const { namedStems } = profileOf(folder)
  if (namedStems.size === 0) return true
  if ([...namedStems].some(isEveryday)) return false
  return isWithoutTopic(folder)
}

/** Whether neither name nor instructions say what the email in the folder is about. */
export function isWithoutTopic(folder: FolderToSort): boolean {
  const { topics } = profileOf(folder)
  const mean = topics.reduce((sum, share) => sum + share, 0) / topics.length
  return Math.max(...topics) <= MIN_TOPIC_LEAD * mean
}
