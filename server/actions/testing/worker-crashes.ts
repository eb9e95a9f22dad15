import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import type { ActionRun } from '../../../contract/action-runs.ts'
import type { FileProvider } from '../../../contract/providers.ts'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { forwardingMailbox, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { connectService } from '../../../test/kit/services.ts'
import type { App } from '../../../test/kit/start-app.ts'
import type { Node } from '../../../test/kit/start-node.ts'
import { attached, storingMailbox } from '../../../test/kit/storing-mailbox.ts'
import { runActions } from '../engine/run-actions.ts'

interface SortedMail {
  number: number
  logId: string
}

/** Asserts that a message has each of its effects exactly once. */
type EffectCheck = (mail: SortedMail, run: ActionRun | undefined) => void

/** A mailbox with one action whose workers crash. */
interface CrashSubject {
  acting: ActingMailbox
  /** Delivers a message that differs from the others by its number. */
  deliver(number: number): Promise<{ logId: string }>
  /** Reads all effects of the mailbox at once. */
  readEffects(): Promise<EffectCheck>
}

const markedBy = (messages: Awaited<ReturnType<ActingMailbox['messages']>>, runId = 'none') =>
  messages.filter(({ singleValueExtendedProperties: marks }) => marks.some(({ value }) => value?.startsWith(runId)))

/** A reply or a forward leaves an email unread. */
function expectUnread(messages: Awaited<ReturnType<ActingMailbox['messages']>>, subject: string): void {
  expect(messages.filter((message) => message.subject === subject)).toMatchObject([{ isRead: false }])
}

export async function draftSubject(app: App): Promise<CrashSubject> {
  const acting = await actingMailbox(app, ['draft_reply'])
  return {
    acting,
    deliver: (number) =>
      acting.sorted({
        from: `anna${number}@shop.example`,
        subject: `Question ${number}`,
        text: 'Could you please tell us when?',
      }),
    async readEffects() {
      const messages = await acting.messages()
      return ({ number }, run) => {
        expectUnread(messages, `Question ${number}`)
        const drafts = markedBy(messages, run?.id)
        expect(drafts).toHaveLength(1)
        expect(drafts[0]?.body.content.split('written without a language model')).toHaveLength(2)
      }
    },
  }
}

export async function forwardSubject(app: App): Promise<CrashSubject> {
  const { acting, address } = await forwardingMailbox(app)
  return {
    acting,
    deliver: (number) => acting.sorted({ from: 'anna@shop.example', subject: `Bill ${number}.`, text: 'The bill.' }),
    /** The message was sent once, and nothing is left in Drafts. */
    async readEffects() {
      const messages = await acting.messages()
      const delivered = await forwardsTo(app, address)
      return ({ number }, run) => {
        expectUnread(messages, `Bill ${number}.`)
        const kept = markedBy(messages, run?.id)
        expect(kept.map(({ isDraft }) => isDraft)).toEqual([false])
        expect(kept[0]?.body.content.split('forwarded automatically')).toHaveLength(2)
        expect(delivered.filter(({ subject }) => subject === kept[0]?.subject)).toHaveLength(1)
      }
    },
  }
}

interface StoreOptions {
  names?: readonly string[]
  size?: number
}

export async function storeSubject(
  app: App,
  provider: FileProvider,
  { names = ['one'], size = 100 }: StoreOptions = {},
): Promise<CrashSubject> {
  const store = await storingMailbox(app, provider)
  const filesOf = (number: number) =>
    names.map((name) => ({ name: `${name} ${number}.bin`, content: Buffer.alloc(size, `${name} ${number} `) }))
  return {
    acting: store,
    deliver: (number) =>
      store.sorted({
        subject: `Bill ${number}`,
        attachments: filesOf(number).map(({ name, content }) => attached(name, content)),
      }),
    async readEffects() {
      const stored = Object.entries(await store.stored())
      return ({ number }, run) => {
        const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')
        expect(Object.fromEntries(stored.filter(([path]) => new RegExp(`\\b${number}\\b`).test(path)))).toEqual(
          Object.fromEntries(filesOf(number).map(({ name, content }) => [`/${name}`, sum(content)])),
        )
        expect(run?.effects).toHaveLength(names.length)
      }
    },
  }
}

const Files = z.array(z.object({ path: z.string() }))
const Crm = z.object({
  contacts: z.array(z.object({ last_name: z.string(), emails: z.array(z.object({ email: z.string() })) })),
  deals: z.array(z.object({ title: z.string(), summary: z.string() })),
})
export const readCrm = async (app: App) => Crm.parse(await app.control('GET', '/control/teamleader'))

export async function agentSubject(app: App): Promise<CrashSubject> {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  await connectService(app, acting.who, 'dropbox')
  await connectService(app, acting.who, 'teamleader')
  const prompt =
    'Save all attachments to Dropbox in /Agent and extract the order number. Create the sender as a ' +
    'contact in TeamLeader and create an opportunity "Order of {sender_name}" in TeamLeader.'
  await acting.configure('ai_agent_action', { prompt })
  return {
    acting,
    deliver: (number) =>
      acting.sorted({
        from: `anna${number}@shop.example`,
        fromName: `Anna Number${number}x`,
        subject: 'Order',
        text: `Order number: ${number}`,
        attachments: [attached(`order ${number}.pdf`)],
      }),
    async readEffects() {
      const paths = Files.parse(await app.control('GET', '/control/dropbox')).map(({ path }) => path)
      const { contacts, deals } = await readCrm(app)
      return ({ number }, run) => {
        const file = new RegExp(`^/Agent/order ${number}[. ]`)
        expect(paths.filter((path) => file.test(path))).toHaveLength(1)
        expect(contacts.filter(({ last_name }) => last_name === `Number${number}x`)).toHaveLength(1)
        const ours = deals.filter(({ title }) => title === `Order of Anna Number${number}x`)
        expect(ours).toHaveLength(1)
        expect(ours[0]?.summary).toContain(`order number: ${number}\n`)
        expect(run?.effects.map(({ kind }) => kind)).toEqual(['file', 'data', 'contact', 'deal'])
      }
    },
  }
}

/** Numbers the messages of all subjects: they share the file store, where equal names would meet. */
let mails = 0

/** Delivers messages to the mailbox, runs their actions and lets the workers crash. */
export function crashingWorkers(app: App, other: Node, subject: CrashSubject) {
  const { acting } = subject

  async function deliver(): Promise<SortedMail> {
    mails += 1
    // TeamLeader accepts 200 calls a minute.
    if (mails % 10 === 0) await app.advance('1 min')
    return { ...(await subject.deliver(mails)), number: mails }
  }

  /** Kills the worker at this step, and lets its claim expire. @returns false if it finished before */
  async function crash({ logId }: SortedMail, step: number): Promise<boolean> {
    const dying = crashAtStep(other.ctx, step)
    const died = await Promise.race([runActions(dying.ctx, { logId }).then(() => false), dying.died.then(() => true)])
    await acting.expireClaim(logId)
    return died
  }

  const finish = ({ logId }: SortedMail): Promise<void> => runActions(app.ctx, { logId })

  async function expectOnce(...sorted: readonly SortedMail[]): Promise<void> {
    const check = await subject.readEffects()
    for (const mail of sorted) {
      const [run, ...more] = await acting.runs(mail.logId)
      expect(more).toEqual([])
      expect(run).toMatchObject({ status: 'done', reason: 'done' })
      check(mail, run)
    }
  }

  /** How often each message has its effect; a draft is marked with its run. */
  async function countMarked(sorted: readonly SortedMail[]): Promise<number[]> {
    const messages = await acting.messages()
    const counts: number[] = []
    for (const { logId } of sorted) counts.push(markedBy(messages, (await acting.runs(logId))[0]?.id).length)
    return counts
  }

  /**
   * Two steps lie between the end of the transaction that allows a call and the call's first byte; this window cannot
   * be closed. See docs/decisions/013-actions.md.
   */
  async function expectSecondEffectOnlyInWindow(sorted: readonly SortedMail[], stride: number): Promise<void> {
    const counts = await countMarked(sorted)
    expect(counts.filter((count) => count > 1).length).toBeLessThanOrEqual(Math.ceil(2 / stride))
    await expectOnce(...sorted.filter((_, at) => (counts[at] ?? 0) <= 1))
  }

  /** Suspends a worker for longer than its claim, at every `stride`-th step of a message of its own. */
  async function pauseAtEachStep(
    stride: number,
    overtake: (mail: SortedMail, resume: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    const sorted: SortedMail[] = []
    for (let step = 1, stopped = true; stopped; step += stride) {
      const mail = await deliver()
      sorted.push(mail)
      const late = crashAtStep(other.ctx, step)
      const worked = runActions(late.ctx, { logId: mail.logId }).then(() => false)
      stopped = await Promise.race([worked, late.died.then(() => true)])
      await acting.expireClaim(mail.logId)
      const resume = (): Promise<unknown> => {
        late.wake()
        return worked
      }
      await overtake(mail, resume)
    }
    await expectSecondEffectOnlyInWindow(sorted, stride)
  }

  return {
    acting,
    countMarked,
    deliver,
    crash,
    finish,
    expectOnce,
    /** Lets a worker crash at every `stride`-th step of a message of its own. @returns the first step after the end */
    async crashAtEachStep(stride: number): Promise<number> {
      const sorted: SortedMail[] = []
      for (let step = 1; ; step += stride) {
        const mail = await deliver()
        sorted.push(mail)
        const died = await crash(mail, step)
        await finish(mail)
        if (died) continue
        await expectOnce(...sorted)
        return step
      }
    },
    /** Lets a worker pause at every `stride`-th step until the next one has finished. */
    pauseAtEachStep: (stride: number) =>
      pauseAtEachStep(stride, async (mail, resume) => {
        await finish(mail)
        const runs = await acting.runs(mail.logId)
        await resume()
        expect(await acting.runs(mail.logId)).toEqual(runs)
      }),
    /** Lets a worker pause at every `stride`-th step, and resume while the next one is running. */
    pauseWhileNextRuns: (stride: number) =>
      pauseAtEachStep(stride, async ({ logId }, resume) => {
        // Late enough to have claimed the message and looked for a draft, too early to have created one.
        const next = crashAtStep(app.ctx, 12)
        const finished = runActions(next.ctx, { logId })
        await Promise.race([finished, next.died])
        await resume()
        next.wake()
        await finished
      }),
    /** Lets several workers crash one after the other at the same message. */
    async crashRepeatedly(steps: readonly number[]): Promise<void> {
      const mail = await deliver()
      for (const step of steps) await crash(mail, step)
      await finish(mail)
      await expectOnce(mail)
    },
    /** Runs the actions of a message by several workers of two nodes at the same time. */
    async runConcurrently(workers: number): Promise<void> {
      const mail = await deliver()
      const contexts = Array.from({ length: workers }, (_, n) => (n % 2 === 0 ? app.ctx : other.ctx))
      await Promise.all(contexts.map((ctx) => runActions(ctx, { logId: mail.logId })))
      await expectOnce(mail)
    },
  }
}

/** Several messages with the same file at the same time, worked on by two nodes. */
export async function expectStoredOnceTogether(
  app: App,
  other: Node,
  store: Awaited<ReturnType<typeof storingMailbox>>,
  round: number,
): Promise<void> {
  const content = `same ${store.provider} ${round}`
  const name = (n: number) => `twin ${round} of ${n}.pdf`
  const mails = await Promise.all(
    [1, 2, 3].map((n) => store.sorted({ subject: `Twin ${n}`, attachments: [attached(name(n), content)] })),
  )
  await Promise.all(mails.map(({ logId }, n) => runActions(n === 0 ? app.ctx : other.ctx, { logId })))
  for (let wait = 0; wait < 5 && (await store.waiting()).length > 0; wait += 1) {
    await app.advance('1 min')
    await store.reconcile()
  }
  const twins = Object.keys(await store.stored()).filter((path) => path.includes(`twin ${round} of`))
  expect(twins).toHaveLength(1)
  for (const { logId } of mails) {
    expect((await store.runs(logId))[0]).toMatchObject({
      status: 'done',
      effects: [{ label: `${twins[0]?.slice(1)} in /` }],
    })
  }
}
