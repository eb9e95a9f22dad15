import type { Route } from '../http/routing/route.ts'
import { sortExisting } from './backfill/sort-existing.ts'
import { folderConditions } from './decision/folder-conditions.ts'
import { fileNow } from './delayed/file-now.ts'
import { learnExamples } from './learn-examples.ts'
import { learnedMail } from './learning/learned-mail.ts'
import { mailExcerpt } from './mail-excerpt.ts'
import { previewInstructions } from './preview/preview-instructions.ts'
import { previewSorting } from './preview/preview-sorting.ts'
import { previewedMail } from './preview/previewed-mail.ts'
import { proposeInstructionsRoute } from './proposals/propose-instructions-route.ts'
import { sendersRoute } from './senders/senders-route.ts'
import { sortedMail } from './sorted-mail.ts'
import { tidyUpRoute } from './tidy-up/tidy-up-route.ts'
import { undoSortingRoute } from './undo/undo-sorting-route.ts'
import { waitingMail } from './waiting-mail.ts'

export const sortingRoutes: Route[] = [
  sortedMail,
  mailExcerpt,
  folderConditions,
  learnedMail,
  previewSorting,
  previewInstructions,
  learnExamples,
  proposeInstructionsRoute,
  previewedMail,
  sortExisting,
  undoSortingRoute,
  tidyUpRoute,
  sendersRoute,
  waitingMail,
  fileNow,
]
