import type { Calibration } from './calibration.ts'
import { createCalibration } from './calibration.ts'
import type { Noticed } from './noticed.ts'
import { createNoticed } from './noticed.ts'
import type { Stack } from './stack.ts'
import { createStack, FIRST_LEAN_SLOPE } from './stack.ts'
import type { Table } from './table.ts'
import { createTable, makeColumns } from './table.ts'

/** One column of the table. */
export interface FolderState {
  id: string
  /** Mails learned, never fading. */
  mails: number
  /** What one mail adds now; grows, so that older mails weigh less without touching them (see bayes.ts). */
  weight: number
  /** Sum of the weights of the mails learned. */
  mass: number
  /** Sum of the weights of the features of the mails learned. */
  bulk: number
  /** Share of the latest mails of the mailbox, fading quickly. */
  recent: number
  /** How much likelier or less likely the folder has been than the experts thought (see stack.ts), and the sum of squared errors. */
  lean: number
  leanSlope: number
}

/** What was learned from one mailbox: hashed features and counts, never text. */
export interface Model {
  table: Table
  folders: FolderState[]
  /** Mails learned, over all folders. */
  mails: number
  /** Mails learned, also of folders forgotten since: what the mails of a feature are a share of. */
  heard: number
  /** When the mail learned last was received, in milliseconds. */
  latest: number
  noticed: Noticed
  stack: Stack
  calibration: Calibration
}

export function createModel(): Model {
  return {
    table: createTable(),
    folders: [],
    mails: 0,
    heard: 0,
    latest: 0,
    noticed: createNoticed(),
    stack: createStack(),
    calibration: createCalibration(),
  }
}

export function columnOf(model: Model, folderId: string): number {
  return model.folders.findIndex((folder) => folder.id === folderId)
}

export function makeColumn(model: Model, folderId: string): number {
  const found = columnOf(model, folderId)
  if (found >= 0) return found
  model.folders.push({
    id: folderId,
    mails: 0,
    weight: 1,
    mass: 0,
    bulk: 0,
    recent: 0,
    lean: 0,
    leanSlope: FIRST_LEAN_SLOPE,
  })
  makeColumns(model.table, model.folders.length)
  return model.folders.length - 1
}
