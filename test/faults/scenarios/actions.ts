import { retryRun } from '../../../server/actions/runs/retry-run.ts'
import { actingMailbox, type ActingMailbox } from '../../kit/acting-mailbox.ts'
import { forwardingMailbox, forwardsOf, forwardsTo } from '../../kit/forwarding-mailbox.ts'
import { removeMailbox } from '../../kit/remove-mailbox.ts'
import type { App } from '../../kit/start-app.ts'
import type { Attempt, Outcome, Scenario, StartedScenario } from '../scenario.ts'
import { callerOf, connectAgain } from './requests.ts'

export const outcomeOfRun = (run: { status: string; reason: string | null } | undefined): Outcome => {
  if (!run || run.status === 'waiting' || run.status === 'running') return 'waiting'
  if (run.status === 'done') return 'done'
  return { refused: run.reason ?? 'no reason', isFinal: run.status === 'skipped' }
}

/** The run of one action on one message. */
export function runAttempt(
  app: App,
  acting: ActingMailbox,
  logId: string,
  { effects, expected }: { effects: (runId: string) => Promise<string[]>; expected: readonly string[] },
): Attempt {
  const run = async () => (await acting.runs(logId))[0]
  return {
    outcome: async () => outcomeOfRun(await run()),
    effects: async () => effects((await run())?.id ?? 'none'),
    expected,
    async retry() {
      await retryRun(app.ctx, { userId: acting.who.userId, runId: (await run())?.id ?? '' })
    },
  }
}

export function runningAction(
  app: App,
  { mailbox }: ActingMailbox,
  begin: StartedScenario['begin'],
  signInAgain: () => Promise<void> = async () => undefined,
): StartedScenario {
  const caller = callerOf(app, mailbox.product, mailbox.user)
  return {
    begin,
    async signInAgain() {
      await connectAgain(app, mailbox, caller)
      await signInAgain()
    },
    [Symbol.asyncDispose]: async () => void (await removeMailbox(app, mailbox.mailboxId)),
  }
}

export const markedDrafts = async (acting: ActingMailbox, runId: string): Promise<string[]> =>
  (await acting.messages())
    .filter(({ singleValueExtendedProperties }) =>
      singleValueExtendedProperties.some(({ value }) => value?.startsWith(runId)),
    )
    .map(() => 'draft')

async function startDrafts(app: App): Promise<StartedScenario> {
  const acting = await actingMailbox(app, ['draft_reply'])
  return runningAction(app, acting, async (n) => {
    const { logId } = await acting.sorted({ subject: `Question ${n}`, text: 'Could you please tell us?' })
    return runAttempt(app, acting, logId, { effects: (id) => markedDrafts(acting, id), expected: ['draft'] })
  })
}

async function startForwards(app: App): Promise<StartedScenario> {
  const { acting, address } = await forwardingMailbox(app)
  return runningAction(app, acting, async (n) => {
    const before = (await forwardsTo(app, address)).length
    const { logId } = await acting.sorted({ subject: `Bill ${n}`, text: 'The bill.' })
    const effects = async (id: string): Promise<string[]> => {
      const { sent, drafts } = await forwardsOf(acting, id)
      const arrived = (await forwardsTo(app, address)).slice(before)
      return [...[...sent, ...drafts].map(() => 'forward'), ...arrived.map(() => 'arrived forward')]
    }
    return runAttempt(app, acting, logId, { effects, expected: ['forward', 'arrived forward'] })
  })
}

/** The response to the creation is lost: the next attempt looks for the draft. */
const lost = (path: string) => ({ service: 'graph', method: 'POST', path, when: 'after', drop: true, times: 1 })

export const actionScenarios: Scenario[] = [
  { name: 'draft a reply', kind: 'background', start: startDrafts },
  { name: 'draft a reply again', kind: 'background', priorFaults: [lost('/createReply$')], start: startDrafts },
  { name: 'forward', kind: 'background', start: startForwards },
  { name: 'forward again', kind: 'background', priorFaults: [lost('/createForward$')], start: startForwards },
  { name: 'send again', kind: 'background', priorFaults: [lost('/send$')], start: startForwards },
]
