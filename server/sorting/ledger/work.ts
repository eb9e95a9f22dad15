import type { MailboxRow } from '../../mail/queries.ts'
import type { Model } from '../../../packages/classifier/model.ts'
import type { Candidate } from '../decision/decide.ts'
import type { Lease } from './lease.ts'

/** What one run over a mailbox works with. */
export interface Work {
  mailbox: MailboxRow
  lease: Lease
  model: Model
  /** Active and included in AI. */
  candidates: Candidate[]
  /** Outlook's id of the inbox: only mail that stands there is sorted. */
  inboxFolderId: string
}
