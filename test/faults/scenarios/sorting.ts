import { unsureCategory } from '../../../contract/limits.ts'
import { hours, addMs, minutes } from '../../../server/clock.ts'
import { removeMailbox } from '../../kit/remove-mailbox.ts'
import { startHistory, type History } from '../../kit/sorted-mail.ts'
import type { App } from '../../kit/start-app.ts'
import { setUsage } from '../../kit/subscriptions.ts'
import { invoice } from '../../kit/trained-mailbox.ts'
import { runBackgroundWork } from '../run-pair.ts'
import type { Attempt, Outcome, Scenario, StartedScenario } from '../scenario.ts'
import { callerOf, connectAgain, outcomeOf, requested, type Caller } from './requests.ts'

interface Fixture {
  app: App
  history: History
  caller: Caller
}
type Parts = Pick<StartedScenario, 'begin'> & Partial<Pick<StartedScenario, 'prepare'>>

const onHistory =
  (parts: (fixture: Fixture) => Parts): Scenario['start'] =>
  async (app) => {
    const history = await startHistory(app)
    const { mailbox } = history
    const caller = callerOf(app, mailbox.product, mailbox.user)
    // What the scenarios teach the classifier must not matter.
    const condition = { kind: 'address', value: invoice(0).from, folderId: history.folderId('Invoices') }
    await mailbox.call('folder-conditions', { action: 'add', mailboxId: mailbox.mailboxId, condition })
    const { begin, prepare } = parts({ app, history, caller })
    return {
      begin,
      async prepare(n) {
        // The free plan's limit is no part of any scenario.
        await setUsage(app, mailbox.user.userId, 0)
        await prepare?.(n)
      },
      signInAgain: () => connectAgain(app, mailbox, caller),
      [Symbol.asyncDispose]: async () => void (await removeMailbox(app, mailbox.mailboxId)),
    }
  }

const logOf = ({ app, history }: Fixture, messageId: string) =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select(['id', 'status', 'reason', 'decided_by', 'moved_at', 'target_folder_id', 'category'])
      .where('mailbox_id', '=', history.mailbox.mailboxId)
      .where('message_id', '=', messageId)
      .executeTakeFirst(),
  )

/** Moves that Outlook has made for us, the ones whose responses were lost included. */
async function movesOf({ app }: Fixture, messageId: string): Promise<string[]> {
  const calls = await app.control('GET', '/control/log')
  const list: { method: string; path: string; status: number; faults: string[] }[] = Array.isArray(calls) ? calls : []
  return list
    .filter(({ method, path }) => method === 'POST' && path.includes(`${encodeURIComponent(messageId)}/move`))
    .filter(({ status, faults }) => status === 201 || (faults.length > 0 && status === 200))
    .map(() => 'move')
}

const placeOf = async ({ history }: Fixture, id: string): Promise<string[]> => {
  const folder = await history.outlookFolderOf(id)
  return folder === 'Inbox' || folder === null ? [] : [`in ${folder}`]
}

/** A new message, until it is sorted or left in the inbox with a reason. */
function sortedMessage(fixture: Fixture, messageId: string): Attempt {
  return {
    async outcome() {
      const row = await logOf(fixture, messageId)
      if (!row || row.status === 'processing') return 'waiting'
      if (row.reason === 'sorted') return 'done'
      return { refused: row.reason ?? 'no reason', isFinal: true }
    },
    effects: async () => [...(await placeOf(fixture, messageId)), ...(await movesOf(fixture, messageId)).slice(1)],
    expected: ['in Invoices'],
    retry: async () => undefined,
  }
}

const deliver = async ({ app, history }: Fixture, n: number, more: object = {}): Promise<string> => {
  const id = await history.mailbox.deliver({ ...invoice(100 + n), ...more })
  // Change notifications arrive after a moment.
  await app.advance('1 s')
  return id
}

const states = ({ app, history }: Fixture, change: object) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('app.mailbox_sync_states').set(change).where('mailbox_id', '=', history.mailbox.mailboxId).execute(),
  )

const attachments = [{ name: 'bill.pdf', contentType: 'application/pdf', contentBytes: 'AAAA' }]

/** As a first message: with an expired token, and without the id of the inbox. */
const sorting = (fixture: Fixture): Parts => ({
  async begin(n) {
    const { app, history } = fixture
    const { mailboxId } = history.mailbox
    await states(fixture, { inbox_folder_id: null })
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.mailbox_tokens')
        .set({ expires_at: app.clock.now() })
        .where('mailbox_id', '=', mailboxId)
        .execute(),
    )
    return sortedMessage(fixture, await deliver(fixture, n, { attachments }))
  },
})

/** It waits in the inbox with a tag until the user reads it. */
const filingLater = (fixture: Fixture): Parts => {
  const { app, history, caller } = fixture
  const { email, mailboxId } = history.mailbox
  return {
    async prepare() {
      const settings = { action: 'save', mailboxId, fileWhen: 'after_read', fileDelayMinutes: 0 }
      await caller.call('mailbox-settings', settings)
    },
    async begin(n) {
      const id = await deliver(fixture, n)
      const sorted = sortedMessage(fixture, id)
      const isTagged = async () => (await history.categories(id))?.includes('Invoices') ?? false
      return {
        ...sorted,
        async outcome() {
          const row = await logOf(fixture, id)
          if (row?.reason !== 'delayed') return sorted.outcome()
          if (row.category === null || (await isTagged()))
            await app.control('PATCH', `/control/outlook/${email}/messages/${id}`, { isRead: true })
          return 'waiting'
        },
        effects: async () => [...(await sorted.effects()), ...((await isTagged()) ? ['tagged'] : [])],
        replaced: ['tagged'],
      }
    },
  }
}

const catchingUp = (fixture: Fixture): Parts => ({
  async begin(n) {
    const id = await deliver(fixture, n)
    const now = fixture.app.clock.now()
    await states(fixture, { caught_up_until: addMs(now, minutes(-20)) })
    return sortedMessage(fixture, id)
  },
})

const correctedByUser = (fixture: Fixture, id: string) => async (): Promise<Outcome> => {
  const row = await logOf(fixture, id)
  return row?.decided_by === 'user' ? 'done' : 'waiting'
}

async function sortOne(fixture: Fixture, n: number): Promise<{ messageId: string; logId: string }> {
  const messageId = await deliver(fixture, n)
  await runBackgroundWork(fixture.app)
  const row = await logOf(fixture, messageId)
  if (row?.reason !== 'sorted') throw new Error(`The message was not sorted: ${JSON.stringify(row)}`)
  return { messageId, logId: row.id }
}

const checkMoves = (fixture: Fixture) =>
  states(fixture, { moves_checked_at: addMs(fixture.app.clock.now(), minutes(-20)) })

/** Moved by hand in Outlook. */
const manualMove = (fixture: Fixture): Parts => {
  let mail = { messageId: '', logId: '' }
  return {
    async prepare(n) {
      mail = await sortOne(fixture, n)
      // Changes are found from the second check of a folder on.
      await checkMoves(fixture)
      await runBackgroundWork(fixture.app)
    },
    async begin() {
      await fixture.history.moveInOutlook(mail.messageId, 'Newsletters')
      await checkMoves(fixture)
      const { messageId } = mail
      return {
        outcome: correctedByUser(fixture, messageId),
        effects: () => placeOf(fixture, messageId),
        expected: ['in Newsletters'],
        retry: async () => undefined,
      }
    },
  }
}

/** "Move to…" in the history; the job completes it where Outlook did not respond. */
const correcting = (fixture: Fixture): Parts => {
  const { history, caller } = fixture
  let mail = { messageId: '', logId: '' }
  return {
    async prepare(n) {
      mail = await sortOne(fixture, n)
    },
    async begin() {
      const { messageId, logId } = mail
      const send = async () =>
        outcomeOf(
          await caller.call('sorted-mail', { action: 'move', logId, folderId: history.folderId('Newsletters') }),
        )
      let answer = await send()
      const corrected = correctedByUser(fixture, messageId)
      return {
        async outcome() {
          const now = await corrected()
          return now === 'waiting' && answer !== 'done' ? answer : now
        },
        effects: () => placeOf(fixture, messageId),
        expected: ['in Newsletters'],
        async retry() {
          answer = await send()
        },
      }
    },
  }
}

const undoing = (fixture: Fixture): Parts => {
  const { app, caller, history } = fixture
  const { mailboxId } = history.mailbox
  let mails: string[] = []
  return {
    async prepare(n) {
      mails = [(await sortOne(fixture, 2 * n)).messageId, (await sortOne(fixture, 2 * n + 1)).messageId]
    },
    async begin() {
      const [...ids] = mails
      const what = { kind: 'day', day: app.clock.now().toISOString().slice(0, 10), timeZone: 'UTC' }
      const send = async () => outcomeOf(await caller.call('undo-sorting', { action: 'start', mailboxId, what }))
      const open = () =>
        app.ctx.db.asService((tx) =>
          tx.selectFrom('app.bulk_undos').select('state').where('mailbox_id', '=', mailboxId).execute(),
        )
      return requested(send, {
        async outcome() {
          if ((await open()).some(({ state }) => state === 'running')) return 'waiting'
          const places = await Promise.all(ids.map((id) => placeOf(fixture, id)))
          return places.flat().length === 0 ? 'done' : { refused: 'left alone', isFinal: true }
        },
      })
    },
  }
}

const sortingExisting = (fixture: Fixture): Parts => {
  const { app, caller, history } = fixture
  const { mailboxId } = history.mailbox
  let id = ''
  return {
    async prepare(n) {
      await app.ctx.db.asService(async (tx) => {
        await tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailboxId).execute()
        await tx.deleteFrom('app.backfills').where('mailbox_id', '=', mailboxId).execute()
      })
      await app.runDueJobs()
      id = await deliver(fixture, n)
    },
    async begin() {
      const messageId = id
      const send = async () =>
        outcomeOf(await caller.call('sort-existing', { action: 'start', mailboxId, lastDays: 1 }))
      let answer = await send()
      const sorted = sortedMessage(fixture, messageId)
      return {
        ...sorted,
        async outcome() {
          const now = await sorted.outcome()
          return now === 'waiting' && answer !== 'done' ? answer : now
        },
        async retry() {
          answer = await send()
        },
      }
    },
  }
}

/** A message that stays in the inbox, in Outlook marked as unsure. */
const markingUnsure = (fixture: Fixture): Parts => {
  const { app, history } = fixture
  return {
    async prepare() {
      await app.ctx.db.asService((tx) =>
        tx
          .updateTable('mailboxes')
          .set({ when_unsure: 'categorize', confidence_threshold: 1 })
          .where('id', '=', history.mailbox.mailboxId)
          .execute(),
      )
    },
    async begin(n) {
      const id = await deliver(fixture, n, { from: `ana${n}@friends.example` })
      const isMarked = async (): Promise<boolean> => (await history.categories(id))?.includes(unsureCategory) ?? false
      return {
        outcome: async () => ((await isMarked()) ? 'done' : 'waiting'),
        effects: async () => placeOf(fixture, id),
        expected: [],
        retry: async () => undefined,
      }
    },
  }
}

/** Learns from a message that the user has filed, as in a mailbox whose inbox was never read. */
const learning = (fixture: Fixture): Parts => ({
  async begin(n) {
    const { app, history } = fixture
    const { mailboxId } = history.mailbox
    const id = await deliver(fixture, n, { folder: 'Invoices' })
    await states(fixture, { folders_synced_at: addMs(app.clock.now(), hours(-7)) })
    await app.ctx.db.asService(async (tx) => {
      await tx
        .updateTable('app.mailbox_models')
        .set({ baseline: null, baseline_messages: null, baseline_folders_hash: null, baseline_created_at: null })
        .where('mailbox_id', '=', mailboxId)
        .execute()
      await app.ctx.jobs.enqueue(tx, 'propose-instructions', { mailboxId })
    })
    const examples = () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.training_examples').select('seq').where('message_id', '=', id).execute(),
      )
    return {
      outcome: async () => ((await examples()).length > 0 ? 'done' : 'waiting'),
      effects: async () => (await examples()).map(() => 'example'),
      expected: ['example'],
      retry: async () => undefined,
    }
  },
})

const asking =
  (name: string, input: (fixture: Fixture) => Promise<object> | object) =>
  (fixture: Fixture): Parts => ({
    begin: () =>
      requested(async () =>
        outcomeOf(
          await fixture.caller.call(name, {
            mailboxId: fixture.history.mailbox.mailboxId,
            ...(await input(fixture)),
          }),
        ),
      ),
  })

/** The user picks a message of the inbox as an example and moves it. */
const pickingExample = (fixture: Fixture): Parts => {
  const { history, caller } = fixture
  const { mailboxId } = history.mailbox
  let id = ''
  return {
    async prepare(n) {
      id = await deliver(fixture, n, { from: `new${n}@friends.example`, subject: `Zucchini ${n}`, text: 'Mint' })
      await fixture.app.runDueJobs()
    },
    async begin() {
      const messageId = id
      const input = { mailboxId, folderId: history.folderId('Newsletters'), messageIds: [messageId] }
      return requested(async () => outcomeOf(await caller.call('learn-examples', { action: 'move', ...input })), {
        effects: () => placeOf(fixture, messageId),
        expected: ['in Newsletters'],
      })
    },
  }
}

/** What the presses before have taught must not sort the next messages. */
async function endPresses({ app, history }: Fixture): Promise<void> {
  const { mailboxId } = history.mailbox
  await app.ctx.db.asService(async (tx) => {
    await tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailboxId).execute()
    await tx.deleteFrom('app.tidy_up_presses').where('mailbox_id', '=', mailboxId).execute()
  })
  await app.runDueJobs()
}

/** A press that files messages; jobs move them. Where one stays, the user presses again. */
async function pressed(
  fixture: Fixture,
  messageIds: readonly string[],
  press: () => ReturnType<Caller['call']>,
): Promise<Attempt> {
  const { app, history } = fixture
  const { mailboxId } = history.mailbox
  const states = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('app.tidy_up_presses').select('state').where('mailbox_id', '=', mailboxId).execute(),
    )
  const places = async () => (await Promise.all(messageIds.map((id) => placeOf(fixture, id)))).flat()
  let answer = outcomeOf(await press())
  return {
    async outcome() {
      if (answer !== 'done') return answer
      if ((await states()).some(({ state }) => state === 'running')) return 'waiting'
      return (await places()).length === messageIds.length ? 'done' : { refused: 'not moved' }
    },
    async effects() {
      const more = await Promise.all(messageIds.map(async (id) => (await movesOf(fixture, id)).slice(1)))
      return [...(await places()), ...more.flat()]
    },
    expected: messageIds.map(() => 'in Newsletters'),
    async retry() {
      answer = outcomeOf(await press())
    },
  }
}

/** A press of Tidy up files two messages of the inbox; jobs move them. */
const tidyingUp = (fixture: Fixture): Parts => {
  const { history, caller } = fixture
  const { mailboxId } = history.mailbox
  let mails: string[] = []
  return {
    async prepare(n) {
      await endPresses(fixture)
      mails = [await deliver(fixture, 2 * n), await deliver(fixture, 2 * n + 1)]
    },
    async begin() {
      const [...messageIds] = mails
      const input = { mailboxId, folderId: newsletters(fixture), messageIds, move: true }
      return pressed(fixture, messageIds, () => caller.call('tidy-up', { action: 'file', ...input }))
    },
  }
}

/** Who writes is counted, in the background. */
const countingSenders = (fixture: Fixture): Parts => {
  const { app, history, caller } = fixture
  const { mailboxId } = history.mailbox
  const scan = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('app.sender_scans').select('state').where('mailbox_id', '=', mailboxId).executeTakeFirst(),
    )
  return {
    async prepare(n) {
      await app.ctx.db.asService((tx) =>
        tx.deleteFrom('app.sender_scans').where('mailbox_id', '=', mailboxId).execute(),
      )
      await deliver(fixture, n)
    },
    async begin() {
      const send = async () => outcomeOf(await caller.call('senders', { action: 'scan', mailboxId }))
      let answer = await send()
      return {
        async outcome() {
          const state = (await scan())?.state
          if (state === 'failed') return { refused: 'failed' }
          return answer === 'done' && state === 'running' ? 'waiting' : answer
        },
        effects: async () => ((await scan())?.state === 'done' ? ['counted'] : []),
        expected: ['counted'],
        async retry() {
          answer = await send()
        },
      }
    },
  }
}

/** What a sender has in the inbox is filed; jobs move it. */
const filingSender = (fixture: Fixture): Parts => {
  const { history, caller } = fixture
  const { mailboxId } = history.mailbox
  let id = ''
  return {
    async prepare(n) {
      await endPresses(fixture)
      id = await deliver(fixture, n, { from: `sender${n}@shop.example` })
    },
    async begin(n) {
      const messageId = id
      const input = { mailboxId, folderId: newsletters(fixture), addresses: [`sender${n}@shop.example`] }
      return pressed(fixture, [messageId], () => caller.call('senders', { action: 'file', ...input }))
    },
  }
}

const newsletters = ({ history }: Fixture) => history.folderId('Newsletters')

export const sortingScenarios: Scenario[] = [
  { name: 'sort a message', kind: 'background', start: onHistory(sorting) },
  { name: 'file later', kind: 'background', start: onHistory(filingLater) },
  {
    name: 'catch up',
    kind: 'background',
    priorFaults: [{ service: 'graph-notify', path: '', drop: true }],
    start: onHistory(catchingUp),
  },
  { name: 'learn from a move by hand', kind: 'background', start: onHistory(manualMove) },
  { name: 'move from the history', kind: 'request', start: onHistory(correcting) },
  { name: 'undo a day', kind: 'request', start: onHistory(undoing) },
  { name: 'sort existing mail', kind: 'request', start: onHistory(sortingExisting) },
  { name: 'mark as unsure', kind: 'background', start: onHistory(markingUnsure) },
  { name: 'learn', kind: 'background', start: onHistory(learning) },
  {
    name: 'preview instructions',
    kind: 'request',
    start: onHistory(
      asking('preview-instructions', (fixture) => ({ folderId: newsletters(fixture), instructions: 'zucchini' })),
    ),
  },
  {
    name: 'preview a condition',
    kind: 'request',
    start: onHistory(
      asking('preview-sorting', (fixture) => ({
        folderId: newsletters(fixture),
        condition: { kind: 'address', value: 'billing@power.example' },
      })),
    ),
  },
  {
    name: 'group the inbox',
    kind: 'request',
    start: onHistory(asking('tidy-up', () => ({ action: 'scan', from: null }))),
  },
  { name: 'pick an example', kind: 'request', start: onHistory(pickingExample) },
  { name: 'file in Tidy up', kind: 'request', start: onHistory(tidyingUp) },
  { name: 'count the senders', kind: 'request', start: onHistory(countingSenders) },
  { name: 'file a sender', kind: 'request', start: onHistory(filingSender) },
]
