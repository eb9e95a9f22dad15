import fc from 'fast-check'
import { command, type Command } from './command.ts'
import type { NewsFault } from './model-mail-server.ts'
import type { Observation } from './observe.ts'
import type { RealSystem } from './real-system.ts'
import {
  addMessage,
  deleteByHand,
  moveByHand,
  ownTag,
  takeTagOff,
  type ModelMessage,
  type SortingModel,
} from './reference-model.ts'

/** What happens to messages: they arrive, and their user moves and deletes them. */

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
type MailKind = (typeof kinds)[number]

export async function arrive(model: SortingModel, real: RealSystem, kind: MailKind): Promise<ModelMessage> {
  const id = await real.server.deliver(mails[kind](model.messages.size))
  return addMessage(model, id, {
    folder: 'Inbox',
    arrivedAt: real.app.clock.now(),
    isFromNewSender: kind === 'newSender',
  })
}

export const deliverMails = (count: number, kind: MailKind, notification: 'prompt' | NewsFault): Command =>
  command(`deliver(${count} ${kind}, ${notification})`, async (model, real) => {
    for (let n = 0; n < count; n++) {
      if (notification !== 'prompt') await real.server.disturbNews(notification)
      await arrive(model, real, kind)
    }
    await real.deliverNotifications()
  })

export const deliver = fc
  .record({
    kind: fc.constantFrom(...kinds),
    notification: fc.constantFrom<'prompt' | NewsFault>('prompt', 'prompt', 'twice', 'late', 'never'),
    count: fc.constantFrom(1, 1, 2, 6),
  })
  .map(({ kind, notification, count }) => deliverMails(count, kind, notification))

/** Messages that the user can still see, those that arrived first. */
const visible = (model: Readonly<SortingModel>): ModelMessage[] =>
  [...model.messages.values()].filter((message) => !message.isDeleted)
const pick = (model: Readonly<SortingModel>, n: number): ModelMessage | undefined => {
  const all = visible(model)
  return all.at(-1 - (n % all.length))
}

/** An email that waits to be filed is in progress: it may leave the inbox and return before that is noticed. */
function statusOf(real: RealSystem, id: string): string | null {
  const row = real.lastSeen.rows.find((one) => one.message_id === id)
  return row?.reason === 'delayed' ? 'processing' : (row?.status ?? null)
}

/** The n-th message from the end. */
export const moveMail = (n: number, folder: string): Command =>
  command(
    `move(message ${n} from the end, ${folder})`,
    async (model, real) => {
      const message = pick(model, n)
      if (!message || message.lastFolder === folder) return
      const status = statusOf(real, message.id)
      await real.server.move(message.id, folder)
      moveByHand(message, folder, { status })
      await real.deliverNotifications()
    },
    (model) => visible(model).length > 0,
  )

export const move = fc
  .record({ n: fc.nat(9), folder: fc.constantFrom('Inbox', 'Invoices', 'Newsletters', 'Archive') })
  .map(({ n, folder }) => moveMail(n, folder))

/** The n-th message from the end. */
export const readMail = (n: number, isRead: boolean): Command =>
  command(
    `markRead(message ${n} from the end, ${isRead})`,
    async (model, real) => {
      const message = pick(model, n)
      if (!message) return
      await real.server.markRead(message.id, isRead)
      message.isRead = isRead
      message.waitsForReading = false
    },
    (model) => visible(model).length > 0,
  )

export const read = fc
  .record({ n: fc.nat(9), isRead: fc.constantFrom(true, true, true, false) })
  .map(({ n, isRead }) => readMail(n, isRead))

const tagsOf = (real: RealSystem, id: string): string[] => real.lastSeen.messages.get(id)?.tags ?? []

/** The n-th message from the end. */
export const tagMail = (n: number, isOn: boolean): Command =>
  command(
    `ownTag(message ${n} from the end, ${isOn})`,
    async (model, real) => {
      const message = pick(model, n)
      if (!message) return
      const others = tagsOf(real, message.id).filter((tag) => tag !== ownTag)
      await real.server.setTags(message.id, isOn ? [ownTag, ...others] : others)
      message.hasOwnTag = isOn
    },
    (model) => visible(model).length > 0,
  )

export const tag = fc.record({ n: fc.nat(9), isOn: fc.boolean() }).map(({ n, isOn }) => tagMail(n, isOn))

/** The tag says that the message is filed, or will be once it is due. The product knows that it is on the message. */
const isOurTag = ({ status, reason, stays_in_inbox, is_tagged, filing_requested }: Observation['rows'][number]) =>
  reason === 'delayed' ? is_tagged && !filing_requested : status === 'processed' && stays_in_inbox

/** @param by the tag of another folder in its place */
export const untagMail = (n: number, by: string | null): Command =>
  command(
    `takeTagOff(message ${n} from the end, ${by})`,
    async (model, real) => {
      const message = pick(model, n)
      const row = real.lastSeen.rows.find((one) => one.message_id === message?.id)
      if (!message || !row || row.category === null || message.userFolder !== null || !isOurTag(row)) return
      const tags = tagsOf(real, message.id)
      const others = tags.filter((each) => each !== row.category)
      if (others.length === tags.length) return
      await real.server.setTags(message.id, by === null ? others : [...others, by])
      takeTagOff(message)
    },
    (model) => visible(model).length > 0,
  )

export const untag = fc
  .record({ n: fc.nat(9), by: fc.constantFrom(null, 'Newsletters', 'Invoices') })
  .map(({ n, by }) => untagMail(n, by))

/** The user moves one of two new messages before or while they are sorted. */
export const moveNew = fc
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
      await real.server.move(moved.id, folder)
      moveByHand(moved, folder, { status: null })
      await working
      if (when === 'before') await real.work()
    }),
  )

export const removeMail = (n: number, permanently: boolean): Command =>
  command(
    `delete(message ${n} from the end${permanently ? ', permanently' : ''})`,
    async (model, real) => {
      const message = pick(model, n)
      if (!message) return
      const isRecorded = real.lastSeen.waiting.includes(message.id)
      await real.server.remove(message.id, permanently)
      deleteByHand(message, permanently, isRecorded)
    },
    (model) => visible(model).length > 0,
  )

export const remove = fc
  .record({ n: fc.nat(9), permanently: fc.boolean() })
  .map(({ n, permanently }) => removeMail(n, permanently))

/** The user deletes a draft that an action has written or is about to write. */
export const discardDraft = fc.record({ n: fc.nat(9), permanently: fc.boolean() }).map(({ n, permanently }) =>
  command(`discardDraft(${n} from the end${permanently ? ', permanently' : ''})`, async (model, real) => {
    const drafts = real.lastSeen.effects.filter(({ isDraft, runId }) => isDraft && !model.discarded.has(runId))
    const draft = drafts.at(-1 - (n % drafts.length))
    if (!draft) return
    await real.server.remove(draft.id, permanently)
    model.discarded.set(draft.runId, draft)
  }),
)
