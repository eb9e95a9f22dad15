import { setTimeout as delay } from 'node:timers/promises'
import { findViolations } from './judge/find-violations.ts'
import { planRounds, type Incident } from './incidents.ts'
import { subscriptionsOf } from './mailboxes.ts'
import type { TortureOptions } from './options.ts'
import {
  bringForward,
  countEnded,
  countUnfinished,
  listUnfinished,
  readCorrections,
  readLog,
  readUsage,
} from './stored-state.ts'
import { TortureApp } from './torture-app.ts'

interface TortureReport extends TortureOptions {
  seconds: number
  incidents: Record<string, number>
  /** Incidents that this machine does not permit. */
  leftOut: string[]
  /** Crash point → workers that were killed there. */
  crashPoints: Record<string, number>
  /** Messages that the user moved back to the inbox. */
  movedBack: number
  /** Results of all messages and action runs. */
  results: Record<string, number>
  /** Highest number of simultaneous Graph calls for one mailbox. */
  highestConcurrency: number
  violations: string[]
}

/** Time without any progress after which work that waits for its next attempt becomes due. */
const WAITING_MS = 30_000
/** Time without any progress after which the rest of the work counts as lost. */
const STALLED_MS = 6 * 60_000
const ROUNDS_BETWEEN_READS = 10
/** The month ends while messages are sorted. */
const MS_PER_KILL = 2000

/** Delivers messages while workers are killed, and compares the processing log with Outlook at the end. */
export async function torture(options: TortureOptions, say: (line: string) => void): Promise<TortureReport> {
  const started = performance.now()
  const monthEndAfterMs = 15_000 + (options.kills * MS_PER_KILL) / 2
  await using app = await TortureApp.start({ ...options, monthEndAfterMs })
  for (const line of app.leftOut) say(`left out: ${line}`)
  const incidents: Record<string, number> = {}
  let delivered = 0
  for (const [n, round] of planRounds(options.kills, options.seed).entries()) {
    const due = Math.round((options.mails * (n + 1)) / options.kills)
    const causes = round.incidents.map(async (incident) => {
      incidents[incident.kind] = (incidents[incident.kind] ?? 0) + 1
      await causeIncident(app, incident)
    })
    const { victim, killAfterMs } = round
    const killAtPoint = killAfterMs === null ? app.aimAtPoint(victim) : null
    if (options.later) await app.readInboxes()
    await app.deliver(due - delivered)
    delivered = due
    if (killAfterMs !== null) await delay(killAfterMs)
    await (killAtPoint?.() ?? app.killWorker(victim))
    await Promise.all(causes)
    if (n % ROUNDS_BETWEEN_READS === 0) {
      await app.rememberCalls()
      say(`${n + 1} of ${options.kills} kills, ${delivered} of ${options.mails} messages`)
    }
  }
  if (options.later) await app.readInboxes()
  const stalled = await drain(app, options.later, say)
  await app.rememberCalls()
  const seconds = (performance.now() - started) / 1000
  const crashPoints = Object.fromEntries([...app.crashPoints.kills].toSorted(([a], [b]) => a.localeCompare(b)))
  return {
    ...options,
    seconds,
    incidents,
    leftOut: app.leftOut,
    crashPoints,
    ...(await judge(app, options.later, stalled)),
  }
}

/** Ends the faults and waits until nothing is left to do. @returns what is left without any progress */
async function drain(app: TortureApp, isFiledLater: boolean, say: (line: string) => void): Promise<string[]> {
  const { ctx } = app.bench
  await app.bench.control('DELETE', '/control/faults')
  const ids = app.mailboxes.map(({ mailboxId }) => mailboxId)
  await ctx.db.asService(async (tx) => {
    for (const mailboxId of ids) await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
  })
  const expected = app.mailboxes.reduce((sum, { delivered }) => sum + delivered.size, 0)
  let last = ''
  let progressed = performance.now()
  let broughtForward = performance.now()
  for (;;) {
    const ended = await countEnded(ctx.db, ids)
    const unfinished = await countUnfinished(ctx.db, ids)
    if (ended >= expected && unfinished === 0) return []
    const now = `${ended} of ${expected} messages ended, ${unfinished} unfinished`
    if (now !== last) {
      last = now
      progressed = performance.now()
      say(now)
    } else if (performance.now() - progressed > STALLED_MS) {
      say(`no progress for ${STALLED_MS / 60_000} minutes`)
      return listUnfinished(ctx.db, ids)
    }
    if (performance.now() - Math.max(progressed, broughtForward) > WAITING_MS) {
      broughtForward = performance.now()
      await bringForward(ctx.db, ids, ctx.clock.now())
      // An email that was read while its reply was drafted may be unread again: the mark is restored after the draft.
      if (isFiledLater) await app.readInboxes()
    }
    await delay(1000)
  }
}

async function judge(app: TortureApp, isFiledLater: boolean, stalled: string[]) {
  const { ctx } = app.bench
  const calls = [...app.calls.values()]
  const violations = [...stalled.map((row) => `15: not finished: ${row}`), ...app.endedByThemselves]
  const results: Record<string, number> = {}
  const count = (key: string) => (results[key] = (results[key] ?? 0) + 1)
  for (const mailbox of app.mailboxes) {
    const rows = await readLog(ctx.db, mailbox.mailboxId)
    const keys = new Map(rows.map((row) => [row.messageId, mailbox.keyOf(row)]))
    const named = <Row extends { messageId: string }>(row: Row): Row => ({
      ...row,
      messageId: keys.get(row.messageId) ?? row.messageId,
    })
    const log = rows.map(named)
    const outlook = await mailbox.messages()
    const own = [...calls.filter((call) => call.mailbox === mailbox.email), ...mailbox.faults()]
    const usage = await readUsage(ctx.db, mailbox.userId)
    const attempts = (await app.attemptsOf(mailbox)).map(named)
    const corrections = (await readCorrections(ctx.db, mailbox.mailboxId)).map(named)
    const interruptions = app.interruptions.all
    const subscriptions = mailbox.isOutlook ? await subscriptionsOf(app.bench, mailbox) : null
    const seen = { isFiledLater, log, usage, attempts, interruptions, outlook, calls: own, subscriptions, corrections }
    violations.push(...findViolations({ ...mailbox, ...seen }), ...(await mailbox.findChanges()))
    for (const { status, reason, runs } of log) {
      count(`message ${status} ${reason}`)
      for (const run of runs) count(`run ${run.status} ${run.reason}`)
    }
  }
  return {
    movedBack: app.mailboxes.reduce((sum, { movedBack }) => sum + movedBack.size, 0),
    results,
    highestConcurrency: Math.max(0, ...calls.map(({ concurrency }) => concurrency)),
    violations,
  }
}

/** A suspended worker and a stopped database come back while the next messages arrive. */
function causeIncident(app: TortureApp, incident: Incident): Promise<unknown> {
  switch (incident.kind) {
    case 'suspend':
      return app.suspendWorker(incident.forMs)
    case 'cut-connections':
      return app.cutConnections()
    case 'restart-database':
      return app.stopDatabase('SIGINT')
    case 'crash-database':
      return app.stopDatabase('SIGKILL')
    case 'fill-disk':
      return app.fillDisk(incident.forMs)
    case 'crash-web':
      return app.crashWeb()
    case 'clock-jump':
      return app.jumpClock(incident.byMs)
    case 'move-back':
      return app.moveBack(incident.mails)
    case 'imap-fault':
      return app.interruptImap(incident.fault)
    case 'slow-calls':
    case 'outlook-fault':
      return app.bench.control('PUT', '/control/faults', [incident.fault])
  }
}
