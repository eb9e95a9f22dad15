import type { JobHandlers } from '../jobs/handlers.ts'
import { forMailbox } from '../mail/for-mailbox.ts'
import { feedBackfill } from './backfill/feed-backfill.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { finishAskedMove } from './moves/finish-asked-move.ts'
import { forgetOldMail } from './forget-old-mail.ts'
import { learnMailbox } from './learning/learn-mailbox.ts'
import { undoMany } from './undo/undo-many.ts'
import { makeProposals } from './proposals/make-proposals.ts'
import { watchFolders } from './moves/watch-folders.ts'
import { markUnsure } from './learning/mark-unsure.ts'

export const sortingJobs = {
  'drain-mailbox': drainMailbox,
  'learn-mailbox': forMailbox('learn-mailbox', learnMailbox),
  'propose-instructions': forMailbox('propose-instructions', makeProposals),
  'feed-backfill': forMailbox('feed-backfill', feedBackfill),
  'watch-folders': forMailbox('watch-folders', watchFolders),
  'undo-sorting': undoMany,
  'finish-asked-move': finishAskedMove,
  'mark-unsure': markUnsure,
  'forget-old-mail': forgetOldMail,
} satisfies Partial<JobHandlers>
