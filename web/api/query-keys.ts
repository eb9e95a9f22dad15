/** Keys of the queries that live events make stale, apart from the schemas of their answers. */

export const mailboxKeys = {
  all: ['mailboxes'],
  list: ['mailboxes', 'list'],
  status: (id: string) => ['mailboxes', 'status', id],
} as const

export const logKeys = {
  all: ['logs'],
  of: (mailboxId: string) => ['logs', mailboxId],
  /** Pages of the history, which can span several mailboxes. */
  pages: ['logs', 'pages'],
  /** Messages that await the user's review. */
  review: ['logs', 'review'],
  /** Of the mutations that correct entries. */
  correction: ['logs', 'correction'],
} as const

export const conditionKeys = { of: (mailboxId: string) => ['folder-conditions', mailboxId] } as const
export const folderKeys = { of: (mailboxId: string) => ['folders', mailboxId] } as const
export const learnedKeys = { all: ['learned-mail'], of: (mailboxId: string) => ['learned-mail', mailboxId] } as const
export const folderActivityKey = ['folder-activity'] as const
export const reviewCountKey = ['review-count'] as const
export const overviewKey = ['overview'] as const
export const followUpsKey = ['follow-ups'] as const
