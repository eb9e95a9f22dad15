import fc from 'fast-check'
import { subscriptionLifetimeMs } from '../../server/mail/outlook/change-notifications/reconcile-subscription.ts'
import { command, type Command } from './command.ts'
import { crashingJobs } from './real-system.ts'
import { faultNames, type FaultName } from './model-mail-server.ts'
import { healFaults } from './reference-model.ts'

/** What happens to subscriptions, calls, workers and the clock. */

export const subscription = fc
  .constantFrom(
    'subscriptionVanished' as const,
    'subscriptionRemoved' as const,
    'reauthorizationRequired' as const,
    'missed' as const,
  )
  .map((action) =>
    command(`subscription(${action})`, async (_model, real) => {
      await real.server.endWatch(action)
      await real.deliverNotifications()
    }),
  )

/** After a day the subscription is renewed at Microsoft, so that more than half of its life is left. */
export const renewSubscription: Command = command('renew()', async (model, real) => {
  for (const duration of ['25 h', '1 min']) {
    await real.advance(duration)
    await real.work()
  }
  const { mailboxStatus, subscriptions, storedSubscription } = await real.observe()
  const isOwed =
    model.realTime && model.isGranted && model.faultsSince === null && model.rights.stopped !== 'everything'
  if (!isOwed || mailboxStatus !== 'active' || subscriptions === null) return
  const [live, ...more] = subscriptions
  const leftMs = Date.parse(live?.expirationDateTime ?? '1970-01-01') - real.app.clock.now().getTime()
  if (live?.id !== storedSubscription || more.length > 0 || leftMs < subscriptionLifetimeMs / 2)
    throw new Error(`After renew(): ${JSON.stringify(subscriptions)} at Microsoft; ours: ${storedSubscription}`)
})
export const renew = fc.constant(renewSubscription)

export const expireDeltaLinks: Command = command('expireDeltaLinks()', (_model, real) =>
  real.app.control('POST', '/control/delta/expire'),
)
export const expireDelta = fc.constant(expireDeltaLinks)

export const advanceBy = (duration: string): Command =>
  command(`advance(${duration})`, (_model, real) => real.advance(duration))

export const advance = fc.constantFrom('1 min', '10 min', '16 min', '3 h', '26 h', '4 days', '31 days').map(advanceBy)

export const failCalls = (name: FaultName, skip = 0): Command =>
  command(`fault(${name}, after ${skip} calls)`, async (model, real) => {
    await real.server.setFault(name, skip)
    model.faultsSince ??= real.app.clock.now()
  })

export const fault = fc
  .record({ name: fc.constantFrom(...faultNames), skip: fc.nat(6) })
  .map(({ name, skip }) => failCalls(name, skip))

export const healAll: Command = command(
  'heal()',
  async (model, real) => {
    await real.app.control('DELETE', '/control/faults')
    healFaults(model, real.app.clock.now())
  },
  (model) => model.faultsSince !== null,
)
export const heal = fc.constant(healAll)

type CrashingJob = (typeof crashingJobs)[number]
/** @param at number of the step, or name of the call that takes effect although the worker is dead */
export const crashAt = (job: CrashingJob, at: number | string): Command =>
  command(
    `crash(${job}, ${at})`,
    async (model, real) => {
      model.crashes++
      await real.crash(job, at)
    },
    // Where Microsoft refuses to refresh the token, the worker would die within that transaction.
    (model) => model.isGranted && model.rights.stopped !== 'everything',
  )

export const crash = fc
  .record({
    job: fc.constantFrom('drain-mailbox' as const, 'run-actions' as const, ...crashingJobs),
    step: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ job, step }) => crashAt(job, step))

export const join = fc.constant(
  command(
    'joinNode()',
    async (model, real) => {
      await real.joinNode()
      model.hasSecondNode = true
    },
    (model) => !model.hasSecondNode,
  ),
)
export const leave = fc.constant(
  command(
    'leaveNode()',
    async (model, real) => {
      await real.leaveNode()
      model.hasSecondNode = false
    },
    (model) => model.hasSecondNode,
  ),
)
