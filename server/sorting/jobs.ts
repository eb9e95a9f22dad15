import type { JobHandlers } from '../jobs/job-handlers.ts'
import { mailboxJob } from '../mail/access/mailbox-job.ts'
import { feedBackfill } from './backfill/feed-backfill.ts'
import { sortDueMessages } from './sort-due-messages.ts'
import { completeRequestedMove } from './moves/complete-requested-move.ts'
import { purgeExpiredMailData } from './purge-expired-mail-data.ts'
import { learnMailbox } from './learning/learn-mailbox.ts'
import { runPresses } from './tidy-up/run-presses.ts'
import { runBulkUndo } from './undo/run-bulk-undo.ts'
import { createProposals } from './proposals/create-proposals.ts'
import { detectManualMoves } from './moves/detect-manual-moves.ts'
import { markUnsure } from './learning/mark-unsure.ts'

export const sortingJobs = {
  'drain-mailbox': sortDueMessages,
  'learn-mailbox': mailboxJob('learn-mailbox', learnMailbox),
  'propose-instructions': mailboxJob('propose-instructions', createProposals),
  'feed-backfill': mailboxJob('feed-backfill', feedBackfill),
  'detect-manual-moves': mailboxJob('detect-manual-moves', detectManualMoves),
  'undo-sorting': runBulkUndo,
  'tidy-up': runPresses,
  'complete-requested-move': completeRequestedMove,
  'mark-unsure': markUnsure,
  'purge-expired-logs': purgeExpiredMailData,
} satisfies Partial<JobHandlers>
