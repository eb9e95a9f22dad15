import type { z } from 'zod'
import {
  OperatorServerInput,
  OperatorServerOutput,
  type ServerOverview,
} from '../../contract/functions/operator-server.ts'
import { enqueueBackup } from '../backup/enqueue-backup.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { describeBackups } from '../db/backup/backup-folder.ts'
import { findNewerRelease } from '../doctor/check-version.ts'
import { examine } from '../doctor/run-doctor.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { readLastJobState } from '../jobs/queries.ts'
import { requireOperator, requireRecentOperator } from '../shared/operators.ts'
import { signUpMode } from '../shared/sign-up-mode.ts'
import { version } from '../shared/version.ts'
import { recordOperatorEvent, type ActingOperator } from './acting-operator.ts'
import { findLivingNodes } from './operator-server-queries.ts'
import { readAutomationState, startAutomation, stopAutomation } from './switch-automation.ts'

/** What runs, for its operators: nodes, backups, the switch of sorting and actions, and the checks of the doctor. */
export const operatorServer = functionRoute('operator-server', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: OperatorServerInput,
  output: OperatorServerOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof OperatorServerOutput>> {
    await requireOperator(ctx, user)
    if (input.action === 'overview') return readOverview(ctx)
    // The context's clock is the database's: the doctor compares that of this machine with it.
    if (input.action === 'check') return { findings: await examine(ctx.config, systemClock) }
    if (input.action === 'newer-release') return { newer: await findNewerRelease(ctx.config) }
    await requireRecentOperator(ctx, user)
    await change(ctx, input.action)
    await record(ctx, { user, from }, done[input.action])
    return { success: true }
  },
})

type Change = Exclude<OperatorServerInput['action'], 'overview' | 'check' | 'newer-release'>

const done: Record<Change, string> = {
  'back-up': 'backup requested',
  'stop-actions': 'automated actions stopped',
  'stop-everything': 'sorting and automated actions stopped',
  start: 'sorting and automated actions started',
}

async function change(ctx: Context, action: Change): Promise<void> {
  if (action === 'start') return startAutomation(ctx)
  if (action !== 'back-up') return stopAutomation(ctx, action === 'stop-actions' ? 'actions' : 'everything')
  if (ctx.config.backup === null) fail('backups_not_configured')
  await ctx.db.asService((tx) => enqueueBackup(ctx.jobs, tx))
}

const record = (ctx: Pick<Context, 'clock' | 'db'>, by: ActingOperator, detail: string): Promise<void> =>
  ctx.db.asAccounts((tx) => recordOperatorEvent(tx, ctx, by, { action: 'server_managed', detail }))

async function readOverview(ctx: Context): Promise<ServerOverview> {
  const { nodes, automation, job } = await ctx.db.asService(async (tx) => ({
    nodes: await findLivingNodes(tx),
    automation: await readAutomationState(tx),
    job: await readLastJobState(tx, 'back-up'),
  }))
  return {
    version,
    nodes: nodes.map(({ node, startedAt, ...rest }) => ({
      id: node,
      ...rest,
      since: startedAt.toISOString(),
      isThis: node === ctx.presence.node,
    })),
    automation: { ...automation, changedAt: automation.changedAt.toISOString() },
    signUp: await signUpMode(ctx),
    backups: await readBackups(ctx.config, job),
  }
}

type Backups = NonNullable<ServerOverview['backups']>

async function readBackups({ backup }: Config, job: Backups['job']): Promise<Backups | null> {
  if (backup === null) return null
  const { dir: folder, keptDays } = backup
  return { folder, keptDays, job, files: await describeBackups(folder).catch(() => null) }
}
