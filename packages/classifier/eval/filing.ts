import type { FolderToSort, MessageToSort } from '../types.ts'
import type { Model } from '../model.ts'
import { fileByContent, folderOfUnread } from '../file-message.ts'

/** The product's default threshold, from which a message is filed. */
export const FILING_THRESHOLD = 0.6

/**
 * Where a message goes without a threshold, and how sure the classifier is; `folder` is '' without any candidate.
 */
interface Filing {
  folder: string
  confidence: number
  /** At the product's default threshold. */
  isFiled: boolean
}

/** A filing and the folder where the message belongs. */
export interface JudgedFiling extends Filing {
  truth: string
}

/** @returns also `isHeld`: actions that leave the mailbox wait for the user */
export function fileMessage(
  model: Model,
  mail: MessageToSort,
  folders: readonly FolderToSort[],
): Filing & { isHeld: boolean } {
  const filing = fileByContent(model, mail, folders, FILING_THRESHOLD)
  const { candidates, confidence } = filing.ranking
  const isFiled = folderOfUnread(mail, folders, filing) !== null
  return { folder: candidates[0]?.folderId ?? '', confidence, isFiled, isHeld: filing.actionsWait }
}

export function isFiled(filing: Pick<Filing, 'isFiled'>): boolean {
  return filing.isFiled
}

/** Percentage with two decimals; 0 of nothing is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100
}

/** Share of 1 with four decimals; 0 of nothing is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000
}

/** Up to `most` of the items, at equal distances. */
export function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, i) => Math.floor((i * items.length) / most)).flatMap((at) =>
    items.slice(at, at + 1),
  )
}

/** Successive parts of equal length, at most `most`; messages at the end of each part may be left over. */
export function partsOf<T>(items: readonly T[], length: number, most: number): T[][] {
  const size = Math.min(length, items.length)
  const count = size === 0 ? 0 : Math.min(most, Math.floor(items.length / size))
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * items.length) / count)
    return items.slice(start, start + size)
  })
}
