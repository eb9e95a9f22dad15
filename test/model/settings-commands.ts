import fc from 'fast-check'
import { FileWhen, type Filing } from '../../contract/tables.ts'
import { destinations } from './actions-of-folder.ts'
import { command, runChecked, type Command } from './command.ts'
import { arrive } from './message-commands.ts'
import type { RealSystem } from './real-system.ts'
import {
  actingFolder,
  actionTypes,
  deleteByHand,
  mayBeFiled,
  setFileWhen,
  switchOff,
  switchOn,
  type ModelMessage,
  type Rights,
  type SortingModel,
} from './reference-model.ts'

/** What the user and the operator change in the product, and the user's sign-in at the mail server. */

export const on = fc.constant(
  command(
    'switchOn()',
    async (model, real) => {
      const now = real.app.clock.now()
      await real.switchOn()
      if (await real.isRealTime()) switchOn(model, now)
    },
    (model) => !model.realTime,
  ),
)

export const off = fc.constant(
  command(
    'switchOff()',
    async (model, real) => {
      await real.switchOff()
      if (await real.isRealTime()) return
      const { waiting, rows } = await real.observe()
      switchOff(model, new Set([...waiting, ...rows.map((row) => row.message_id)]))
    },
    (model) => model.realTime,
  ),
)

interface FolderChange {
  instructions?: string
  active?: boolean
  include_in_ai?: boolean
  filing?: Filing
}

export const editFolder = (folder: 'Invoices' | 'Newsletters', change: FolderChange): Command =>
  command(`edit(${folder}, ${JSON.stringify(change)})`, async (model, real) => {
    await real.updateFolder(folder, change)
    if (folder !== actingFolder || change.active === undefined) return
    model.rights.folderActive = change.active
    model.actionChanges++
  })

export const edit = fc
  .record({
    folder: fc.constantFrom('Invoices' as const, 'Newsletters' as const),
    change: fc.constantFrom<FolderChange>(
      { instructions: 'Mail about electricity and amounts due.' },
      { instructions: '' },
      { active: false },
      { active: true },
      { include_in_ai: false },
      { include_in_ai: true },
      { filing: 'tag' },
      { filing: 'both' },
      { filing: 'move' },
    ),
  })
  .map(({ folder, change }) => editFolder(folder, change))

export const editAction = fc
  .record({ type: fc.constantFrom(...actionTypes), change: fc.constantFrom('off', 'on', 'on', 'configuration') })
  .chain(({ type, change }) => fc.nat(1).map((n) => ({ type, change, n })))
  .map(({ type, change, n }) =>
    command(`editAction(${type}, ${change} ${n})`, async (model, real) => {
      model.actionChanges++
      if (change !== 'configuration') {
        await real.actions.switch(type, change === 'on')
        model.rights[type] = change === 'on'
      } else if (type === 'draft_reply')
        await real.actions.configure(type, { includeFileContext: false, includeSignature: n === 0 })
      else if (await real.actions.configure(type, { destination_email: destinations[n] }))
        model.rights.destination = destinations[n] ?? ''
    }),
  )

const setPaused = async (model: SortingModel, real: RealSystem, paused: boolean): Promise<void> => {
  if (await real.actions.pause(paused)) model.rights.paused = paused
}

/** The user pauses and resumes the actions of the mailbox. */
export const pause = fc.constantFrom(true, false, false).map((paused) =>
  command(
    `pauseActions(${paused})`,
    (model, real) => setPaused(model, real, paused),
    (model) => model.rights.paused !== paused,
  ),
)

/** What happens while the actions of a new message wait. */
const interruptions = {
  draftOff: async (model, real) => {
    await real.actions.switch('draft_reply', false)
    model.rights.draft_reply = false
    model.actionChanges++
  },
  forwardOff: async (model, real) => {
    await real.actions.switch('forward_mail', false)
    model.rights.forward_mail = false
    model.actionChanges++
  },
  folderOff: async (model, real) => {
    await real.updateFolder(actingFolder, { active: false })
    model.rights.folderActive = false
    model.actionChanges++
  },
  deleted: async (_model, real, message) => {
    await real.server.remove(message.id, false)
    deleteByHand(message, false, false)
  },
  revoked: async (model, real) => {
    await real.server.endSignIn('consent')
    model.isGranted = false
    await real.advance('2 h')
    await real.work()
  },
} satisfies Record<string, (model: SortingModel, real: RealSystem, message: ModelMessage) => Promise<void>>

/** Each part is checked by itself, with the rights of its time. */
export const interruptActionsBy = (name: keyof typeof interruptions): Command =>
  command(`interruptActions(${name})`, async (model, real) => {
    const step = (what: string, run: () => Promise<unknown>) => runChecked(`${name}: ${what}`, model, real, run)
    await step('the pause', () => setPaused(model, real, true))
    const message = await arrive(model, real, 'invoice')
    await step('the arrival', async () => {
      await real.deliverNotifications()
      await real.work()
    })
    await step('the interruption', () => interruptions[name](model, real, message))
    await step('the end of the pause', async () => {
      await setPaused(model, real, false)
      await real.work()
    })
  })

export const interruptActions = fc
  .constantFrom(
    'draftOff' as const,
    'forwardOff' as const,
    'folderOff' as const,
    'deleted' as const,
    'revoked' as const,
  )
  .map(interruptActionsBy)

/** The operator stops and starts the automation of all users. */
export const stopAutomation = (what: Rights['stopped']): Command =>
  command(
    `stop(${what})`,
    async (model, real) => {
      await real.stop(what)
      model.rights.stopped = what
    },
    (model) => model.rights.stopped !== what,
  )

export const stop = fc
  .constantFrom('nothing' as const, 'nothing' as const, 'actions' as const, 'everything' as const)
  .map(stopAutomation)

export const revoke = fc.constantFrom('consent' as const, 'sessions' as const, 'mfa' as const).map((ended) =>
  command(`revoke(${ended})`, async (model, real) => {
    await real.server.endSignIn(ended)
    model.isGranted = false
  }),
)
export const connectAgain: Command = command(
  'reconnect()',
  async (model, real) => {
    await real.connect()
    model.isGranted = true
  },
  (model) => !model.isGranted && model.faultsSince === null && model.rights.stopped !== 'everything',
)
export const reconnect = fc.constant(connectAgain)

/** With the shortest times, so that work files what is due. */
export const fileWhenOf = (fileWhen: FileWhen): Command =>
  command(`fileWhen(${fileWhen})`, async (model, real) => {
    const { mailboxId } = real.mailbox
    const times = { fileWhen, fileDelayMinutes: 0, fileLatestHours: 1, fileHours: [8, 18] }
    if (await real.call('mailbox-settings', { action: 'save', mailboxId, ...times })) setFileWhen(model, fileWhen)
  })
export const fileWhen = fc.constantFrom(...FileWhen.options, 'after_read' as const).map(fileWhenOf)

export const fileAllNow: Command = command('fileNow()', async (model, real) => {
  if (await real.call('file-now', { action: 'all' })) mayBeFiled(model)
})
export const fileNow = fc.constant(fileAllNow)

/** Sorts what stayed in the inbox at the monthly limit. */
export const sortWaiting = fc.constant(
  command('sortWaitingMail()', (_model, real) => real.call('waiting-mail', { action: 'sort' })),
)
