import type { z } from 'zod'
import { DashboardOverviewInput, DashboardOverviewOutput } from '../../contract/functions/dashboard-overview.ts'
import { lastDays } from '../../contract/local-days.ts'
import {
  overviewDays,
  overviewWeekDays,
  maxOverviewFolders,
  secondsSavedPerMail,
  usageMonth,
} from '../../contract/limits.ts'
import { modelUsageOf } from '../shared/language-model-usage.ts'
import { hasPlans } from '../shared/monthly-limit.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { foldersNamed, overviewGroups, usageOf, type OverviewGroup } from './queries.ts'

type Overview = z.input<typeof DashboardOverviewOutput>
type Folders = Awaited<ReturnType<typeof foldersNamed>>

export const dashboardOverview = functionRoute('dashboard-overview', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: DashboardOverviewInput,
  output: DashboardOverviewOutput,
  async handle(ctx, { user: { userId }, input }): Promise<Overview> {
    const now = ctx.clock.now()
    const month = usageMonth(now)
    const days = lastDays(now, input.timeZone, overviewDays)
    return ctx.db.asService(async (tx) => {
      const starts = days.map(({ start }) => start)
      const groups = await overviewGroups(tx, userId, starts)
      const fullest = fullestFolders(groups)
      const folders = await foldersNamed(tx, userId, [...fullest.keys()])
      const usage = { month, ...(await usageOf(tx, { userId, month, hasPlans: hasPlans(ctx) })) }
      const modelUsage = await modelUsageOf(tx, userId, days.at(-overviewWeekDays)?.day ?? '')
      const perDay = days.map(({ day }, at) => ({ day, ...countsOf(groups, at) }))
      const totals = countsOf(groups)
      const listed = presentFolders(fullest, folders)
      return {
        days: perDay,
        totals,
        folders: listed,
        otherFolders: totals.sorted - sum(listed.map(({ sorted }) => sorted)),
        decidedBy: deciders(groups),
        week: decidersThisWeek(groups),
        modelUsage: ctx.vendors.model !== null || modelUsage.calls > 0 ? modelUsage : null,
        unsure: sum(groups.map((group) => (group.by === 'day' ? group.unsure : 0))),
        askedModel: sum(groups.map((group) => (group.by === 'day' ? group.askedModel : 0))),
        minutesSaved: Math.round((totals.sorted * secondsSavedPerMail) / 60),
        usage,
      }
    })
  },
})

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Counts of one day, or of all days. */
function countsOf(groups: OverviewGroup[], day?: number) {
  const of = (outcome: 'sorted' | 'left' | 'failed'): number =>
    sum(
      groups.map((group) =>
        group.by === 'day' && group.outcome === outcome && (day === undefined || group.day === day) ? group.mails : 0,
      ),
    )
  return { sorted: of('sorted'), left: of('left'), failed: of('failed') }
}

function fullestFolders(groups: OverviewGroup[]): Map<string, number> {
  const counted = groups.flatMap((group) =>
    group.by === 'folder' && group.folderId !== null ? [{ id: group.folderId, mails: group.mails }] : [],
  )
  counted.sort((a, b) => b.mails - a.mails || a.id.localeCompare(b.id))
  return new Map(counted.slice(0, maxOverviewFolders).map(({ id, mails }) => [id, mails]))
}

/** In the order of `fullest`. */
function presentFolders(fullest: Map<string, number>, folders: Folders): Overview['folders'] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return [...fullest].flatMap(([folderId, sorted]) => {
    const folder = byId.get(folderId)
    if (!folder) return []
    return [{ folderId, mailboxId: folder.mailbox_id, name: folder.display_name || folder.folder_name, sorted }]
  })
}

function deciders(groups: OverviewGroup[]): Overview['decidedBy'] {
  const by = (who: string): number =>
    sum(groups.map((group) => (group.by === 'decision' && group.decidedBy === who ? group.mails : 0)))
  return {
    condition: by('condition'),
    correction: by('correction'),
    classifier: by('classifier'),
    model: by('model'),
    user: by('user'),
  }
}

/** Rows from before the basis was recorded count nowhere: what they were due to is not known. */
function decidersThisWeek(groups: OverviewGroup[]): Overview['week'] {
  const by = (is: (decidedBy: string | null, basis: string | null) => boolean): number =>
    sum(groups.map((group) => (group.by === 'decision' && is(group.decidedBy, group.basis) ? group.mailsThisWeek : 0)))
  return {
    // An address in the instructions works like a condition, but the user wrote it into the instructions.
    instructions: by((decidedBy, basis) => basis === 'instructions' && decidedBy !== 'user'),
    learning: by((decidedBy, basis) => decidedBy === 'classifier' && basis === 'learning'),
    model: by((decidedBy) => decidedBy === 'model'),
    user: by(
      (decidedBy, basis) =>
        decidedBy === 'user' || decidedBy === 'correction' || (decidedBy === 'condition' && basis === null),
    ),
  }
}
