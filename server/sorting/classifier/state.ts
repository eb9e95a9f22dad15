import type { Table } from './table.ts'
import { createTable } from './table.ts'
import type { Stack } from './stack.ts'
import { createStack } from './stack.ts'

export interface FolderState {
  id: string
  /** Mails learned, never fading. */
  mails: number
  /** What one mail adds now; grows, so that older mails weigh less without touching them (see bayes.ts). */
  weight: number
  /** Sum of the weights of the mails learned. */
  mass: number
  /** Share of the latest mails of the mailbox, fading quickly. */
  recent: number
}

export interface Model {
  table: Table
  folders: FolderState[]
  /** Mails learned, over all folders. */
  mails: number
  stack: Stack
}

export function createModel(): Model {
  return { table: createTable(), folders: [], mails: 0, stack: createStack() }
}
