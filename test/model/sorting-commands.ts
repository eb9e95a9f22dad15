import fc from 'fast-check'
import { checkAlways } from './check-invariants.ts'
import { crashingJobs, type RealSystem } from './real-system.ts'
import {
  addMessage,
  deleteByHand,
  moveByHand,
  switchOff,
  switchOn,
  type ModelMessage,
  type SortingModel,
} from './reference-model.ts'

type Command = fc.AsyncCommand<SortingModel, RealSystem>

/** Runs one step and checks all invariants that hold at every moment. */
function command(
  name: string,
  run: (model: SortingModel, real: RealSystem) => Promise<unknown>,
  check: (model: Readonly<SortingModel>) => boolean = () => true,
): Command {
  return {
    check,
    async run(model, real) {
      await run(model, real)
      const violations = [...real.failures, ...checkAlways(model, await real.observe())]
      if (violations.length > 0) throw new Error(`After ${name}:\n${violations.join('\n')}`)
    },
    toString: () => name,
  }
}

const mails = {
  invoice: (n: number) => ({
    from: 'billing@power.example',
    subject: `Invoice ${n} for your electricity`,
    text: 'The amount due is 40 euro.',
  }),
  newsletter: (n: number) => ({
    from: 'news@garden.example',
    subject: `Garden letter ${n}`,
    text: 'Roses, tulips and what to sow now.',
  }),
  personal: (n: number) => ({ from: 'anna@family.example', subject: `Sunday ${n}?`, text: 'Shall we go swimming?' }),
  newSender: (n: number) => ({
    from: `accounts@shop${n}.example`,
    subject: `Invoice ${n}`,
    text: 'The amount due is 12 euro.',
  }),
}
const kinds = ['invoice', 'newsletter', 'personal', 'newSender'] as const

async function arrive(model: SortingModel, real: RealSystem, kind: (typeof kinds)[number]): Promise<ModelMessage> {
  const id = await real.mailbox.deliver(mails[kind](model.messages.size))
  return addMessage(model, id, 'Inbox', real.app.clock.now())
}

/** What happens to a change notification: the fault by name. */
const notificationFaults = {
  prompt: null,
  twice: { action: 'duplicateNotification', times: 1 },
  late: { action: 'delayNotification', options: { delayMs: 20 * 60_000 }, times: 1 },
  never: { action: 'dropNotification', times: 1 },
} as const

const deliver = fc
  .record({
    kind: fc.constantFrom(...kinds),
    notification: fc.constantFrom('prompt', 'prompt', 'twice', 'late', 'never'),
    count: fc.constantFrom(1, 1, 2, 6),
  })
  .map(({ kind, notification, count }) =>
    command(`deliver(${count} ${kind}, ${notification})`, async (model, real) => {
      for (let n = 0; n < count; n++) {
        const fault = notificationFaults[notification]
        if (fault) await real.addNamedFault(fault)
        await arrive(model, real, kind)
      }
      await real.deliverNotifications()
    }),
  )

/** Messages that the user can still see, those that arrived first. */
const visible = (model: Readonly<SortingModel>): ModelMessage[] =>
  [...model.messages.values()].filter((message) => !message.isDeleted)
const pick = (model: Readonly<SortingModel>, n: number): ModelMessage | undefined => {
  const all = visible(model)
  return all.at(-1 - (n % all.length))
}

const statusOf = async (real: RealSystem, id: string): Promise<string | null> =>
  (await real.observe()).rows.find((row) => row.message_id === id)?.status ?? null

const move = fc
  .record({ n: fc.nat(9), folder: fc.constantFrom('Inbox', 'Invoices', 'Newsletters', 'Archive') })
  .map(({ n, folder }) =>
    command(
      `move(message ${n} from the end, ${folder})`,
      async (model, real) => {
        const message = pick(model, n)
        if (!message || message.lastFolder === folder) return
        const status = await statusOf(real, message.id)
        await real.outlook('POST', `/messages/${message.id}/move`, { folder })
        moveByHand(message, folder, { status })
        await real.deliverNotifications()
      },
      (model) => visible(model).length > 0,
    ),
  )

/** The user moves one of two new messages before or while they are sorted. */
const moveNew = fc
  .record({
    kind: fc.constantFrom(...kinds),
    folder: fc.constantFrom('Newsletters', 'Archive'),
    when: fc.constantFrom('before', 'during'),
  })
  .map(({ kind, folder, when }) =>
    command(`moveNew(${kind}, ${folder}, ${when} work)`, async (model, real) => {
      await arrive(model, real, kind)
      const moved = await arrive(model, real, kind)
      await real.deliverNotifications()
      const working = when === 'during' ? real.work() : Promise.resolve()
      await real.outlook('POST', `/messages/${moved.id}/move`, { folder })
      moveByHand(moved, folder, { status: null })
      await working
      if (when === 'before') await real.work()
    }),
  )

const remove = fc.record({ n: fc.nat(9), permanently: fc.boolean() }).map(({ n, permanently }) =>
  command(
    `delete(message ${n} from the end${permanently ? ', permanently' : ''})`,
    async (model, real) => {
      const message = pick(model, n)
      if (!message) return
      await real.outlook('DELETE', `/messages/${message.id}${permanently ? '?forGood=true' : ''}`)
      deleteByHand(message, permanently)
    },
    (model) => visible(model).length > 0,
  ),
)

const work = fc.constant(command('work()', (_model, real) => real.work()))

const on = fc.constant(
  command(
    'switchOn()',
    async (model, real) => {
      const now = real.app.clock.now()
      await real.switchOn()
      if ((await real.mailboxRow()).real_time) switchOn(model, now)
    },
    (model) => !model.realTime,
  ),
)

const off = fc.constant(
  command(
    'switchOff()',
    async (model, real) => {
      await real.switchOff()
      if ((await real.mailboxRow()).real_time) return
      const { waiting, rows } = await real.observe()
      switchOff(model, new Set([...waiting, ...rows.map((row) => row.message_id)]))
    },
    (model) => model.realTime,
  ),
)

const edit = fc
  .record({
    folder: fc.constantFrom('Invoices', 'Newsletters'),
    change: fc.constantFrom(
      { instructions: 'Mail about electricity and amounts due.' },
      { instructions: '' },
      { active: false },
      { active: true },
      { include_in_ai: false },
      { include_in_ai: true },
    ),
  })
  .map(({ folder, change }) =>
    command(`edit(${folder}, ${JSON.stringify(change)})`, (_model, real) => real.updateFolder(folder, change)),
  )

const revoke = fc.constantFrom('consent', 'sessions', 'mfa').map((ended) =>
  command(`revoke(${ended})`, async (model, real) => {
    await real.outlook('PUT', '/grant', { ended })
    model.isGranted = false
  }),
)
const reconnect = fc.constant(
  command(
    'reconnect()',
    async (model, real) => {
      await real.reconnect()
      model.isGranted = true
    },
    (model) => !model.isGranted && !model.hasFaults,
  ),
)

const subscription = fc
  .constantFrom('subscriptionVanished', 'subscriptionRemoved', 'reauthorizationRequired', 'missed')
  .map((action) =>
    command(`subscription(${action})`, async (_model, real) => {
      await real.addNamedFault({ action })
      await real.deliverNotifications()
    }),
  )

const expireDelta = fc.constant(
  command('expireDeltaLinks()', (_model, real) => real.app.control('POST', '/control/delta/expire')),
)

const advance = fc
  .constantFrom('1 min', '10 min', '16 min', '3 h', '26 h', '4 days', '31 days')
  .map((duration) => command(`advance(${duration})`, (_model, real) => real.advance(duration)))

const graphFaults = [
  ['lostMoveResponse', { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 2 }],
  ['resetAfterMove', { service: 'graph', method: 'POST', path: '/move$', when: 'after', drop: true, times: 1 }],
  ['reset', { service: 'graph', path: '', drop: true, times: 2 }],
  ['unavailable', { service: 'graph', path: '', status: 503, times: 6 }],
  ['throttled', { service: 'graph', path: '', status: 429, times: 2 }],
  ['throttledFor', { service: 'graph', path: '', status: 429, retryAfter: 120, times: 2 }],
  ['outage', { service: 'graph', path: '', status: 503 }],
  [
    'lostSubscription',
    { service: 'graph', method: 'POST', path: '/subscriptions', when: 'after', status: 504, times: 1 },
  ],
  ['lostPage', { service: 'graph', path: 'delta', when: 'after', drop: true, times: 1 }],
] as const

const fault = fc
  .record({
    rule: fc.constantFrom(...graphFaults),
    skip: fc.nat(6),
  })
  .map(({ rule: [name, rule], skip }) =>
    command(`fault(${name}, after ${skip} calls)`, async (model, real) => {
      await real.setFault({ ...rule, skip })
      model.hasFaults = true
    }),
  )
const heal = fc.constant(
  command(
    'heal()',
    async (model, real) => {
      await real.app.control('DELETE', '/control/faults')
      model.hasFaults = false
    },
    (model) => model.hasFaults,
  ),
)

const crash = fc
  .record({ job: fc.constantFrom('drain-mailbox' as const, ...crashingJobs), step: fc.integer({ min: 1, max: 40 }) })
  .map(({ job, step }) =>
    command(
      `crash(${job}, step ${step})`,
      (_model, real) => real.crash(job, step),
      (model) => model.isGranted,
    ),
  )

const join = fc.constant(
  command(
    'joinNode()',
    async (model, real) => {
      await real.joinNode()
      model.hasSecondNode = true
    },
    (model) => !model.hasSecondNode,
  ),
)
const leave = fc.constant(
  command(
    'leaveNode()',
    async (model, real) => {
      await real.leaveNode()
      model.hasSecondNode = false
    },
    (model) => model.hasSecondNode,
  ),
)

/** Sorts what stayed in the inbox at the monthly limit. */
const sortWaiting = fc.constant(
  command('sortWaitingMail()', (_model, real) => real.call('waiting-mail', { action: 'sort' })),
)

const often = (times: number, arbitrary: fc.Arbitrary<Command>) => Array.from({ length: times }, () => arbitrary)

/** One of these is chosen for each step of a run. */
export const sortingCommands = [
  ...often(8, deliver),
  ...often(6, work),
  ...often(3, advance),
  ...often(3, fault),
  ...often(3, crash),
  ...often(4, heal),
  ...often(2, move),
  ...often(2, moveNew),
  ...often(3, on),
  ...often(4, reconnect),
  remove,
  off,
  edit,
  revoke,
  subscription,
  expireDelta,
  join,
  leave,
  sortWaiting,
]
