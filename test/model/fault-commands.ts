import fc from 'fast-check'
import { subscriptionLifetimeMs } from '../../server/mail/outlook/change-notifications/reconcile-subscription.ts'
import { command, type Command } from './command.ts'
import { crashingJobs } from './real-system.ts'
import { healFaults } from './reference-model.ts'

/** What happens to subscriptions, calls, workers and the clock. */

export const subscription = fc
  .constantFrom('subscriptionVanished', 'subscriptionRemoved', 'reauthorizationRequired', 'missed')
  .map((action) =>
    command(`subscription(${action})`, async (_model, real) => {
      await real.addNamedFault({ action })
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
  if (!isOwed || mailboxStatus !== 'active') return
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

const graphFaults = {
  lostMoveResponse: { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 2 },
  resetAfterMove: { service: 'graph', method: 'POST', path: '/move$', when: 'after', drop: true, times: 1 },
  reset: { service: 'graph', path: '', drop: true, times: 2 },
  unavailable: { service: 'graph', path: '', status: 503, times: 6 },
  throttled: { service: 'graph', path: '', status: 429, times: 2 },
  throttledFor: { service: 'graph', path: '', status: 429, retryAfter: 120, times: 2 },
  outage: { service: 'graph', path: '', status: 503 },
  lostSubscription: { service: 'graph', method: 'POST', path: '/subscriptions', when: 'after', status: 504, times: 1 },
  lostDraft: { service: 'graph', path: '/create(Reply|Forward)$', when: 'after', status: 504, times: 1 },
  resetAfterDraft: { service: 'graph', path: '/create(Reply|Forward)$', when: 'after', drop: true, times: 2 },
  failedDraft: { service: 'graph', path: '/createReply$', status: 503, times: 2 },
  lostText: { service: 'graph', method: 'PATCH', path: '/messages/', when: 'after', status: 504, times: 1 },
  lostSend: { service: 'graph', method: 'POST', path: '/send$', when: 'after', status: 504, times: 1 },
  resetBeforeSend: { service: 'graph', method: 'POST', path: '/send$', drop: true, times: 2 },
  tokenOutage: { service: 'entra', path: '/token', status: 503 },
  secretExpired: { service: 'entra', path: '/token', status: 401, error: '7000222' },
  lostPage: { service: 'graph', path: 'delta', when: 'after', drop: true, times: 1 },
} as const

const failBy = (name: string, rule: object, skip: number): Command =>
  command(`fault(${name}, after ${skip} calls)`, async (model, real) => {
    await real.setFault({ ...rule, skip })
    model.faultsSince ??= real.app.clock.now()
  })
export const failCalls = (name: keyof typeof graphFaults): Command => failBy(name, graphFaults[name], 0)

export const fault = fc
  .record({ rule: fc.constantFrom(...Object.entries(graphFaults)), skip: fc.nat(6) })
  .map(({ rule: [name, rule], skip }) => failBy(name, rule, skip))

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
