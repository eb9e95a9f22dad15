import { setImmediate } from 'node:timers/promises'
import type { FolderToSort, MailToSort } from '../../../packages/classifier/mail.ts'
import { createModel, learn, notice, rank } from '../../../packages/classifier/model.ts'

export interface Filed {
  folderId: string
  mail: MailToSort
}

/** Lessons over all rounds: some seconds, with other work in between. */
const mostLessons = 10_000
const fewestRounds = 5
const lessonsAtOnce = 50

/**
 * Asks for each mail where it belongs, of a classifier that has learned from the others and not from this one: leave-one-out. Where there
 * are so many that this would take minutes, several are left out at once.
 * @returns by folder, how many of its mails were found to be its own
 */
export async function foundAgain(
  filed: readonly Filed[],
  folders: readonly FolderToSort[],
): Promise<Map<string, number>> {
  const mails = filed.toSorted((a, b) => a.mail.receivedAt.getTime() - b.mail.receivedAt.getTime())
  const rounds = Math.min(mails.length, Math.max(fewestRounds, Math.floor(mostLessons / Math.max(mails.length, 1))))
  const found = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const model = createModel()
    for (const [at, { mail }] of mails.entries()) {
      notice(model, mail)
      if (at % lessonsAtOnce === 0) await setImmediate()
    }
    for (const [at, { mail, folderId }] of mails.entries()) {
      if (at % rounds !== round) learn(model, mail, folderId, folders)
      if (at % lessonsAtOnce === 0) await setImmediate()
    }
    for (const [at, { mail, folderId }] of mails.entries()) {
      if (at % rounds !== round) continue
      if (rank(model, mail, folders).candidates[0]?.folderId === folderId)
        found.set(folderId, (found.get(folderId) ?? 0) + 1)
    }
  }
  return found
}
