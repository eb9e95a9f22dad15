import type { DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { overviewDays } from '../../contract/limits.ts'

/** The overview of a user with a busy month. */
export function busyMonth(mailboxId: string): DashboardOverviewOutput {
  const days = Array.from({ length: overviewDays }, (_, at) => ({
    day: new Date(Date.UTC(2026, 2, 1 + at)).toISOString().slice(0, 10),
    sorted: (at * 7) % 23,
    left: at % 4,
    failed: at === 12 ? 2 : 0,
  }))
  const sorted = days.reduce((sum, day) => sum + day.sorted, 0)
  const left = days.reduce((sum, day) => sum + day.left, 0)
  const named = (name: string, mails: number) => ({ folderId: crypto.randomUUID(), mailboxId, name, sorted: mails })
  return {
    days,
    totals: { sorted, left, failed: 2 },
    folders: [named('Invoices', 120), named('A folder whose name is much longer than there is room for it', 60)],
    otherFolders: sorted - 180,
    decidedBy: { condition: 0, classifier: sorted - 40, correction: 30, model: 0, user: 10 },
    week: { instructions: 12, learning: 40, model: 3, user: 2 },
    modelUsage: { calls: 2, mails: 11, conflicts: 4, tokens: 5200 },
    askedModel: 45,
    unsure: 7,
    minutesSaved: Math.round(sorted / 2),
    usage: { month: '2026-03-01', processed: 85, limit: 100 },
  }
}
