import type { Model } from '../../../packages/classifier/classifier.ts'
import type { Tx } from '../../db/database.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Candidate } from '../decision/decision.ts'
import type { FolderFiling } from '../folders/filing-queries.ts'
import type { Lease } from '../lease/lease.ts'

/** What the worker that holds a mailbox's lease sorts a batch of messages with. */
export interface SortingBatch {
  mailbox: MailboxRow
  lease: Lease
  model: Model
  /** Folders that are active and included in AI. */
  candidates: Candidate[]
  disabledFolders: Candidate[]
  /** Of the user: for the hours at which email is filed. */
  timeZone: string
  /** By the folder's id. */
  filings: ReadonlyMap<string, FolderFiling>
  /** The provider's id of the inbox: only mail in this folder is sorted. */
  inboxFolderId: string
  /** The user's monthly limit is near: each message is counted by itself, and may notify. */
  isLimitNear: boolean
  /** `createActionRuns` of `server/actions`, called in the transaction that finishes a sorted message. */
  createActionRuns: (tx: Tx, logId: string) => Promise<void>
}
