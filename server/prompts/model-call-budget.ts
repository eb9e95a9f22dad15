import type { Context } from '../context.ts'

/**
 * Model calls per day. The lengths of questions and answers are bounded as well, so the number of calls bounds the
 * cost. Sorting has its own budget: a busy day of mail must not use up the calls for drafts.
 */
const modelCallsPerMessage = 6
const modelCallsPerUserPerDay = 500
export const sortingModelCallsPerUserPerDay = 3000
/** The part of them that is reserved for mail where instructions and learned mail contradict each other. */
export const sortingModelReservedCallsPerUserPerDay = 750

const daySeconds = 86_400
const budgets = {
  mail: { name: 'model-mail', points: modelCallsPerMessage, seconds: daySeconds },
  user: { name: 'model-user', points: modelCallsPerUserPerDay, seconds: daySeconds },
  sorting: {
    name: 'model-sorting',
    points: sortingModelCallsPerUserPerDay - sortingModelReservedCallsPerUserPerDay,
    seconds: daySeconds,
  },
  sortingReserve: {
    name: 'model-sorting-reserve',
    points: sortingModelReservedCallsPerUserPerDay,
    seconds: daySeconds,
  },
} as const

export interface BudgetedCall {
  userId: string
  /** The message in the processing log; null for a user's own prompt. */
  logId: string | null
  /** For example "draft_reply" or "plan". */
  purpose: string
  /** Whether the call may use the reserved part of the sorting budget. */
  mayUseReserve?: boolean
}

/** Counts the call. */
export async function isOverBudget(
  { limits }: Pick<Context, 'limits'>,
  { userId, logId, purpose, mayUseReserve = false }: BudgetedCall,
): Promise<boolean> {
  const isOver = async (budget: (typeof budgets)[keyof typeof budgets], subject: string) =>
    (await limits.tryConsume(budget.name, budget, subject)) > 0
  if (logId !== null && (await isOver(budgets.mail, logId))) return true
  if (purpose !== 'sorting') return isOver(budgets.user, userId)
  if (!(await isOver(budgets.sorting, userId))) return false
  return !mayUseReserve || isOver(budgets.sortingReserve, userId)
}
