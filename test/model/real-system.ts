import { callFunction, readTable, type User } from '../../scripts/lib/product-client.ts'
import { actionJobs } from '../../server/actions/jobs.ts'
import { setAutomationSwitch } from '../../server/actions/engine/automation-switch-queries.ts'
import { usageMonth } from '../../contract/limits.ts'
import { addMs, minutes } from '../../server/clock.ts'
import type { Context } from '../../server/context.ts'
import { MailboxAccessError } from '../../server/mail/access/mailbox-access-error.ts'
import { mailJobs } from '../../server/mail/jobs.ts'
import { sortingJobs } from '../../server/sorting/jobs.ts'
import { LeaseLost } from '../../server/sorting/lease/lease.ts'
import { VendorError } from '../../server/vendors/http/vendor-error.ts'
import { crashAtStep } from '../kit/crashing-node.ts'
import type { App } from '../kit/start-app.ts'
import { startNode, type Node } from '../kit/start-node.ts'
import { setUsage } from '../kit/subscriptions.ts'
import { ActionsOfFolder } from './actions-of-folder.ts'
import { mailServers, type MailServerKind } from './mail-servers.ts'
import type { ModelMailServer } from './model-mail-server.ts'
import { observe, type Observation } from './observe.ts'
import type { Rights } from './reference-model.ts'

/** Sessions last an hour. */
const sessionMs = minutes(45)

/** Jobs of a mailbox that a crash interrupts, and the one of a message's actions. */
const mailboxJobs = [
  'drain-mailbox',
  'catch-up',
  'detect-manual-moves',
  'ensure-subscription',
  'look-at-delayed',
] as const
export const crashingJobs = [...mailboxJobs, 'run-actions'] as const
type CrashingJob = (typeof crashingJobs)[number]
const jobHandlers = { ...mailJobs, ...sortingJobs }

/** The product and a mail server, as the commands of the model drive them: one mailbox on an app. */
export class RealSystem implements AsyncDisposable {
  readonly app: App
  readonly server: ModelMailServer
  readonly mailbox: ModelMailServer['mailbox']
  readonly actions: ActionsOfFolder
  /** The state after the last command. */
  #lastSeen: Observation | null = null
  #user: User
  #signedInAt: Date
  #otherNode: Node | null = null
  /** Background work that failed with an error that no vendor explains. */
  readonly failures: string[] = []

  private constructor(app: App, server: ModelMailServer) {
    this.app = app
    this.server = server
    this.mailbox = server.mailbox
    this.actions = new ActionsOfFolder(this)
    this.#user = server.mailbox.user
    this.#signedInAt = app.clock.now()
  }

  static async start(app: App, kind: MailServerKind, countedBefore: number): Promise<RealSystem> {
    const system = new RealSystem(app, await mailServers[kind](app))
    await system.connect()
    await system.actions.add()
    await setUsage(app, system.mailbox.user.userId, countedBefore)
    return system
  }

  get #at() {
    return { mailboxId: this.mailbox.mailboxId, userId: this.mailbox.user.userId }
  }

  async observe(): Promise<Observation> {
    this.#lastSeen = await observe(this.app.ctx.db, this.server, this.#at)
    return this.#lastSeen
  }

  get lastSeen(): Observation {
    if (!this.#lastSeen) throw new Error('Nothing was observed yet')
    return this.#lastSeen
  }

  month(): string {
    return usageMonth(this.app.clock.now())
  }

  /** Lets change notifications arrive, which are sent after a moment. */
  async deliverNotifications(): Promise<void> {
    await this.advance('1 s')
    await this.server.readNews().catch((error: unknown) => this.#recordFailure(error))
  }

  /**
   * Advances both clocks. The sandbox's clock loses the time that its timers take. Over many runs it would fall seconds
   * behind, so it is set to the product's time after the timers have run.
   */
  async advance(duration: string): Promise<void> {
    for (const step of [duration, '2 s']) {
      this.app.clock.advance(step)
      await this.app.control('POST', '/control/clock', { now: this.app.clock.now().toISOString() })
    }
  }

  /** What the scheduler starts every minute, on all nodes at the same time. */
  async work(): Promise<void> {
    const { ctx } = this.app
    await ctx.db.asService(async (tx) => {
      await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
      await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
    })
    const nodes = this.#otherNode ? [ctx, this.#otherNode.ctx] : [ctx]
    for (const result of await Promise.allSettled(nodes.map((node) => node.jobs.runDueJobs())))
      if (result.status === 'rejected') this.#recordFailure(result.reason)
  }

  /**
   * A worker that dies at its n-th step of a job, or while a call takes effect.
   */
  async crash(job: CrashingJob, step: number | string): Promise<void> {
    await this.server.beforeCrash()
    const node = await startNode(this.app)
    const dying = crashAtStep(node.ctx, step)
    const run = this.#start(job, dying.ctx)
    const ended = run.catch((error: unknown) => this.#recordFailure(error)).then(() => false)
    const hasDied = await Promise.race([ended, dying.died.then(() => true)])
    if (hasDied && typeof step === 'string') await dying.endCall()
    await node[Symbol.asyncDispose]()
  }

  async #start(job: CrashingJob, ctx: Context): Promise<void> {
    const { mailboxId } = this.mailbox
    if (job !== 'run-actions') return jobHandlers[job](ctx, { mailboxId })
    const logId = await this.actions.nextLogId()
    if (logId) await actionJobs[job](ctx, { logId })
  }

  #recordFailure(error: unknown): void {
    const isExpected = [VendorError, MailboxAccessError, LeaseLost].some((kind) => error instanceof kind)
    if (!isExpected) this.failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }

  async joinNode(): Promise<void> {
    this.#otherNode ??= await startNode(this.app)
  }

  async leaveNode(): Promise<void> {
    const node = this.#otherNode
    this.#otherNode = null
    await node?.[Symbol.asyncDispose]()
  }

  /** Calls a function of the product as the user. @returns false where it is refused */
  async call(name: string, body: object): Promise<boolean> {
    const { product } = this.mailbox
    const user = await this.#signedIn()
    return callFunction(product, user, name, body).then(
      () => true,
      () => false,
    )
  }

  /** The response of `/rest/v1/{query}` to the user. */
  async table(query: string, init?: { method: string; body: object }): Promise<Response> {
    const request = init && { method: init.method, body: JSON.stringify(init.body) }
    return readTable(this.mailbox.product, await this.#signedIn(), query, request)
  }

  async updateFolder(displayName: string, change: object): Promise<void> {
    const query = `email_folders?display_name=eq.${displayName}&mailbox_id=eq.${this.mailbox.mailboxId}`
    await this.table(query, { method: 'PATCH', body: change })
  }

  async #signedIn(): Promise<User> {
    if (this.app.clock.now() > addMs(this.#signedInAt, sessionMs)) {
      this.#user = await this.mailbox.signInAgain()
      this.#signedInAt = this.app.clock.now()
    }
    return this.#user
  }

  /** Mail of the same second may count as mail of before. */
  async switchOn(): Promise<void> {
    await this.call('mail-webhook-management', { action: 'subscribe', mailboxId: this.mailbox.mailboxId })
    await this.advance('2 s')
  }

  /** @returns false where there is no subscription by which to switch off */
  async switchOff(): Promise<boolean> {
    const subscription = await this.app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.graph_subscriptions')
        .select('provider_subscription_id as id')
        .where('mailbox_id', '=', this.mailbox.mailboxId)
        .executeTakeFirst(),
    )
    // Without subscriptions at the server, the mailbox itself is named.
    const named = subscription ? { subscriptionId: subscription.id } : { mailboxId: this.mailbox.mailboxId }
    if (!subscription && this.lastSeen.subscriptions !== null) return false
    return this.call('mail-webhook-management', { action: 'unsubscribe', ...named })
  }

  async isRealTime(): Promise<boolean> {
    const row = this.app.ctx.db.asService((tx) =>
      tx.selectFrom('mailboxes').select('real_time').where('id', '=', this.mailbox.mailboxId).executeTakeFirstOrThrow(),
    )
    return (await row).real_time
  }

  /** The operator's switch. */
  async stop(what: Rights['stopped']): Promise<void> {
    const stopped = { actions: what !== 'nothing', mailboxes: what === 'everything' }
    await this.app.ctx.db.asService((tx) => setAutomationSwitch(tx, stopped, this.app.clock.now()))
  }

  /** Signs in to the mailbox with the permission to send, which needs a recent sign-in to Mailroom. */
  async connect(): Promise<void> {
    await this.server.restoreSignIn()
    this.#signedInAt = new Date(0)
    await this.server.connect(await this.#signedIn())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leaveNode()
  }
}
