import type { Belonging } from './belonging.ts'
import { createBelonging } from './belonging.ts'
import type { Calibration, FolderShift } from './calibration.ts'
import { createCalibration, createFolderShift } from './calibration.ts'
import type { DocumentFrequencies } from './document-frequencies.ts'
import { createDocumentFrequencies } from './document-frequencies.ts'
import type { FolderToSort } from './types.ts'
import type { Stack } from './stacking.ts'
import { createStack, INITIAL_BIAS_SLOPE } from './stacking.ts'
import type { FeatureTable } from './feature-table.ts'
import { DOMAIN_BUCKETS } from './domain-senders.ts'
import { createFeatureTable, ensureColumns } from './feature-table.ts'

/**
 * Folder id of messages that the user keeps in the inbox. They count against every folder; the inbox is never a
 * candidate.
 */
export const INBOX = 'inbox'

/** One shared object, so that cached data about a set of folders is found again. */
export const INBOX_FOLDER: FolderToSort = { id: INBOX, name: '', instructions: '' }

/** One column of the table. */
export interface FolderState extends FolderShift {
  id: string
  /** Number of learned messages, without decay. */
  mails: number
  /** Weight of the next message; it grows, so that older messages decay without being touched (see naive-bayes.ts). */
  weight: number
  /** Sum of the weights of the learned messages. */
  mass: number
  /** Sum of the weights of all features of the learned messages. */
  bulk: number
  /** Share of the mailbox's latest messages, with fast decay. */
  recent: number
  /**
   * Log odds by which the folder is more frequent than the experts predict (see stacking.ts), and its sum of squared
   * errors.
   */
  bias: number
  biasSlope: number
  /** Log likelihood ratio by which its description predicts better than the experts alone (see new-folder.ts). */
  descriptionRecord: number
}

/** What was learned from one mailbox: hashed features and counts, never text. */
export interface Model {
  table: FeatureTable
  folders: FolderState[]
  /** Number of learned messages of all folders. */
  mails: number
  /** Number of learned messages including removed folders: the denominator of a feature's frequency. */
  messagesSeen: number
  /** Received time of the message learned last, in milliseconds. */
  lastReceivedAt: number
  frequencies: DocumentFrequencies
  /** Senders seen at each domain. */
  domainSenders: Uint16Array
  /** Hashes (32 bits, unsigned) of learned addresses: rows of the table are shared by chance. */
  filedSenders: Set<number>
  stack: Stack
  calibration: Calibration
  belonging: Belonging
}

export function createModel(): Model {
  return {
    table: createFeatureTable(),
    folders: [],
    mails: 0,
    messagesSeen: 0,
    lastReceivedAt: 0,
    frequencies: createDocumentFrequencies(),
    domainSenders: new Uint16Array(DOMAIN_BUCKETS),
    filedSenders: new Set(),
    stack: createStack(),
    calibration: createCalibration(),
    belonging: createBelonging(),
  }
}

export function columnOf(model: Model, folderId: string): number {
  return model.folders.findIndex((folder) => folder.id === folderId)
}

export function ensureColumn(model: Model, folderId: string): number {
  const found = columnOf(model, folderId)
  if (found >= 0) return found
  model.folders.push({
    id: folderId,
    mails: 0,
    weight: 1,
    mass: 0,
    bulk: 0,
    recent: 0,
    bias: 0,
    biasSlope: INITIAL_BIAS_SLOPE,
    descriptionRecord: 0,
    ...createFolderShift(),
  })
  ensureColumns(model.table, model.folders.length)
  return model.folders.length - 1
}
