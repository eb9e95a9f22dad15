import { actingMailbox } from '../../kit/acting-mailbox.ts'
import type { App } from '../../kit/start-app.ts'
import type { Scenario, StartedScenario } from '../scenario.ts'
import { runningAction } from './actions.ts'

/** A mailbox that cannot be called is left out, and checked in a later hour. */
async function startSelfCheck(app: App): Promise<StartedScenario> {
  const acting = await actingMailbox(app, ['draft_reply'])
  await acting.mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: acting.mailbox.mailboxId })
  let checked = 0
  Object.assign(app.ctx.events, { selfCheckCompleted: (at: { checked: number }) => (checked += at.checked) })
  const check = () => app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'self-check', {}))
  return {
    ...runningAction(app, acting, async () => {
      checked = 0
      await check()
      return {
        async outcome() {
          if (checked > 0) return 'done'
          await check()
          return 'waiting'
        },
        effects: async () => [],
        expected: [],
        retry: async () => undefined,
      }
    }),
    async prepare() {
      await acting.sorted({ subject: 'Question', text: 'Could you please tell us?' })
      await app.runDueJobs()
    },
  }
}

export const selfCheckScenario: Scenario = { name: 'check a mailbox', kind: 'background', start: startSelfCheck }
