import type { JobHandlers } from '../jobs/job-handlers.ts'
import { mailboxJob } from '../mail/access/mailbox-job.ts'
import { feedBackfill } from './backfill/feed-backfill.ts'
import { lookAtDelayed } from './delayed/look-at-delayed.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { completeRequestedMove } from './moves/complete-requested-move.ts'
import { purgeExpiredLogs } from './purge-expired-logs.ts'
import { learnMailbox } from './learn-mailbox.ts'
import { tidyUp } from './tidy-up/tidy-up.ts'
import { undoSorting } from './undo/undo-sorting.ts'
import { proposeInstructions } from './proposals/propose-instructions.ts'
import { scanSenders } from './senders/scan-senders.ts'
import { detectManualMoves } from './moves/detect-manual-moves.ts'
import { markUnsure } from './learning/mark-unsure.ts'

export const sortingJobs = {
  'drain-mailbox': drainMailbox,
  'learn-mailbox': mailboxJob('learn-mailbox', learnMailbox),
  'propose-instructions': mailboxJob('propose-instructions', proposeInstructions),
  'feed-backfill': mailboxJob('feed-backfill', feedBackfill),
  'detect-manual-moves': mailboxJob('detect-manual-moves', detectManualMoves),
  'look-at-delayed': mailboxJob('look-at-delayed', lookAtDelayed),
  'scan-senders': mailboxJob('scan-senders', scanSenders),
  'undo-sorting': undoSorting,
  'tidy-up': tidyUp,
  'complete-requested-move': completeRequestedMove,
  'mark-unsure': markUnsure,
  'purge-expired-logs': purgeExpiredLogs,
} satisfies Partial<JobHandlers>
