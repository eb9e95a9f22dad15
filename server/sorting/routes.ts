import type { Route } from '../http/route.ts'
import { sortExisting } from './backfill/sort-existing.ts'
import { folderConditions } from './folder-conditions.ts'
import { learnedMail } from './learned-mail.ts'
import { previewSorting } from './preview-sorting.ts'
import { previewedMail } from './previewed-mail.ts'
import { proposeInstructions } from './proposals/propose-instructions.ts'
import { sortedMail } from './sorted-mail.ts'
import { undoSorting } from './undo-sorting.ts'
import { waitingMail } from './waiting-mail.ts'

export const sortingRoutes: Route[] = [
  sortedMail,
  folderConditions,
  learnedMail,
  previewSorting,
  proposeInstructions,
  previewedMail,
  sortExisting,
  undoSorting,
  waitingMail,
]
