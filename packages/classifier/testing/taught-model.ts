import fc from 'fast-check'
import { expect } from 'vitest'
import { createModel, learn, type Model, rank } from '../model.ts'
import type { FolderToSort, MessageToSort } from '../types.ts'
import { anyFolders, anyHistory, anyMail } from './arbitrary.ts'
import { folder } from './messages.ts'

export function taught(
  history: readonly { mail: MessageToSort; folderId: string }[],
  folders: FolderToSort[] = [],
): Model {
  const model = createModel()
  for (const { mail, folderId } of history) learn(model, mail, folderId, folders)
  return model
}

export function probabilityOf(model: Model, mail: MessageToSort, folders: FolderToSort[], id: string): number {
  return rank(model, mail, folders).candidates.find(({ folderId }) => folderId === id)?.probability ?? 0
}

/**
 * A property: learning a message does not lower the probability of its folder.
 * @param times how often the model has learned its history
 */
export const neverLowersTheFolder = (times: number) =>
  fc.property(anyHistory, anyMail, anyFolders, fc.constantFrom('a', 'b', 'c'), (history, mail, others, target) => {
    const folders = [...others.filter(({ id }) => id !== target), folder(target)]
    const model = taught(Array.from({ length: times }, () => history).flat(), folders)
    const before = probabilityOf(model, mail, folders, target)
    learn(model, mail, target, folders)
    expect(probabilityOf(model, mail, folders, target)).toBeGreaterThanOrEqual(before - 1e-9)
  })
