import { setImmediate } from 'node:timers/promises'
import {
  createModel,
  type FolderToSort,
  learn,
  type MessageToSort,
  observe,
  rank,
} from '../../../packages/classifier/classifier.ts'
import { trainingExamplesBeforeYield } from '../limits.ts'

/** Cross-validation: examples learned over all rounds (some seconds), and rounds at least. */
const proposalMaxTrainedExamples = 10_000
const proposalMinRounds = 5

export interface FiledMail {
  folderId: string
  mail: MessageToSort
}

/**
 * Cross-validation: classifies each mail with a model that has learned from the others (leave-one-out; several at a
 * time where there are many).
 * @returns by folder, how many of its mails were classified correctly
 */
export async function countRecognized(
  filed: readonly FiledMail[],
  folders: readonly FolderToSort[],
): Promise<Map<string, number>> {
  const mails = filed.toSorted((a, b) => a.mail.receivedAt.getTime() - b.mail.receivedAt.getTime())
  const rounds = Math.min(
    mails.length,
    Math.max(proposalMinRounds, Math.floor(proposalMaxTrainedExamples / Math.max(mails.length, 1))),
  )
  const recognized = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const model = createModel()
    for (const [index, { mail }] of mails.entries()) {
      observe(model, mail)
      if (index % trainingExamplesBeforeYield === 0) await setImmediate()
    }
    for (const [index, { mail, folderId }] of mails.entries()) {
      if (index % rounds !== round) learn(model, mail, folderId, folders)
      if (index % trainingExamplesBeforeYield === 0) await setImmediate()
    }
    for (const [index, { mail, folderId }] of mails.entries()) {
      if (index % rounds !== round) continue
      if (rank(model, mail, folders).candidates[0]?.folderId === folderId)
        recognized.set(folderId, (recognized.get(folderId) ?? 0) + 1)
    }
  }
  return recognized
}
