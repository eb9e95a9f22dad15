import { readAutomationSwitch, setAutomationSwitch } from '../actions/engine/automation-switch-queries.ts'
import { countPendingMessages } from '../actions/engine/pending-message-queries.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

interface AutomationState {
  stopped: 'nothing' | 'actions' | 'everything'
  changedAt: Date
  /** Emails with actions that are due or wait. */
  waitingEmails: number
}

/** Workers check the switch before each effect, so it applies within seconds. Due work waits; nothing is lost. */
export const stopAutomation = (ctx: Pick<Context, 'clock' | 'db'>, what: 'actions' | 'everything'): Promise<void> =>
  ctx.db.asService((tx) =>
    setAutomationSwitch(tx, { actions: true, ...(what === 'everything' && { mailboxes: true }) }, ctx.clock.now()),
  )

/** Resumes everything. */
export const startAutomation = (ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> =>
  ctx.db.asService(async (tx) => {
    await setAutomationSwitch(tx, { actions: false, mailboxes: false }, ctx.clock.now())
    await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
    await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
  })

/** @param tx as service */
export async function readAutomationState(tx: Tx): Promise<AutomationState> {
  const { actions, mailboxes, changed_at: changedAt } = await readAutomationSwitch(tx)
  const stopped = mailboxes ? 'everything' : actions ? 'actions' : 'nothing'
  return { stopped, changedAt, waitingEmails: await countPendingMessages(tx) }
}
