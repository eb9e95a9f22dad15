import { createDocumentFrequencies } from './document-frequencies.ts'
import { descriptionScore, matchProfiles } from './folder-profile.ts'
import { phrasesOf } from './instruction-phrases.ts'
import { featuresOf } from './message-features.ts'
import type { FolderToSort, MessageToSort } from './types.ts'

const NO_FREQUENCIES = createDocumentFrequencies()
/** Score of a description that a message matches by a word of the subject, or by two signs of the same topic. */
const MIN_SCORE = 1

/** Whether a message is of a kind that the instructions exclude ("Everything from …, but no newsletters"). */
export function isOfUnwantedKind(mail: MessageToSort, { name, instructions }: FolderToSort): boolean {
  const unwanted = phrasesOf(instructions, name).filter(({ isUnwanted }) => isUnwanted)
  const kinds = unwanted.map(({ text }, k) => ({ id: String(k), name: '', instructions: text }))
  const features = featuresOf(mail)
  return kinds.some((kind) => descriptionScore(matchProfiles(features, [kind], NO_FREQUENCIES), 0) >= MIN_SCORE)
}
