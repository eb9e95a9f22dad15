import { beforeAll, describe, expect, test } from 'vitest'
import { AccountActivityOutput } from '../../../contract/functions/account-activity.ts'
import { NotificationsOutput } from '../../../contract/functions/notifications.ts'
import type { UsableActionType } from '../../../contract/actions.ts'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { confirmationLinkIn, pressConfirm } from '../../../test/kit/forward-address.ts'
import { emailsTo, lastEmailTo } from '../../../test/kit/outbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { days, addMs } from '../../clock.ts'
import { confirmationLinkDays } from '../limits.ts'

const app = await appOfFile()
let acting: ActingMailbox

const types = ['forward_mail', 'store_attachment_dropbox', 'ai_agent_action', 'draft_reply'] as const
/** The function, and what the table API allows. */
const doors = ['function', 'PATCH', 'POST'] as const
type Door = (typeof doors)[number]
const insert = (type: UsableActionType, config: object) =>
  acting.mailbox.rows('email_folder_actions', {
    method: 'POST',
    body: JSON.stringify([{ folder_id: acting.folderId, action_id: acting.actionId(type), action_order: 9, config }]),
  })
async function write(door: Door, type: UsableActionType, config: object): Promise<unknown> {
  if (door === 'function') return acting.configure(type, config)
  if (door === 'PATCH') return acting.change(type, { config })
  await acting.remove(type)
  return insert(type, config)
}
const configOf = async (type: UsableActionType) => {
  const at = `folder_id=eq.${acting.folderId}&action_id=eq.${acting.actionId(type)}`
  const query = `email_folder_actions?select=config&${at}`
  return (await acting.mailbox.rows<{ config: unknown }[]>(query))[0]?.config
}
const called = (name: string) => callFunction(app, acting.who, name, { action: 'list' })
const bells = async () =>
  NotificationsOutput.parse((await called('notifications')).body).notifications.filter(
    ({ kind }) => kind === 'forward_address_requested' || kind === 'file_destination_changed',
  )
const activity = async () =>
  AccountActivityOutput.parse((await called('account-activity')).body)
    .events.filter(({ action }) => /^(action|forward)_/.test(action))
    .map(({ action, detail }) => `${action} ${detail ?? ''}`.trim())
    .toReversed()
const noticesTo = async (owner: string) =>
  (await emailsTo(app, owner)).filter(({ subject }) => /forward your email|another place/.test(subject))

describe.each(doors)('through the door %s', (door) => {
  beforeAll(async () => {
    acting = await actingMailbox(app, types)
  })

  // What else is refused: `email-actions.test.ts`.
  test.each([
    ['store_attachment_dropbox', { baseFolderPath: '/a/../b' }],
    ['forward_mail', { destination_email: 'no address' }],
  ] as const)('%s refuses %j', async (type, config) => {
    await expect(write(door, type, config)).rejects.toThrow(/40\d|fit the action|not allowed/)
    expect(await activity()).toEqual([])
  })

  test('a new address is saved and gets a request for consent, its owner a notice', async () => {
    const address = newEmail()
    await write(door, 'forward_mail', { destination_email: address })
    expect(await bells()).toMatchObject([{ kind: 'forward_address_requested', address }])
    expect(await noticesTo(acting.mailbox.user.email)).toHaveLength(1)
    expect(await activity()).toEqual([`action_set_up ${address}`, `forward_address_asked ${address}`])
    expect(await configOf('forward_mail')).toEqual({ destination_email: address })
    expect((await pressConfirm(confirmationLinkIn(await lastEmailTo(app, address))))[0]).toBe(200)
  })

  // An insert has the steps of an update.
  if (door === 'POST') return

  test('the owner gets a notice of where files are stored from now on, and only of a change', async () => {
    const type = 'store_attachment_dropbox'
    const notices = async () =>
      (await noticesTo(acting.mailbox.user.email)).filter(({ subject }) => subject.includes('another place'))
    const set = async (config: object) => {
      await write(door, type, config)
      return (await notices()).length
    }
    const bell = async () => (await bells()).find(({ kind }) => kind === 'file_destination_changed')
    await write(door, type, { baseFolderPath: '' })
    expect(await notices()).toEqual([])
    expect(await set({ baseFolderPath: '/Shared/Everyone' })).toBe(1)
    expect(await bell()).toMatchObject({ destination: 'Dropbox: /Shared/Everyone', read: false })
    const [notice] = await notices()
    expect(notice?.text.replaceAll(/\s+/g, ' ')).toContain('From now on they go to Dropbox: /Shared/Everyone.')
    expect(await set({ baseFolderPath: 'Shared//Everyone/' })).toBe(1)
    expect(await set({ baseFolderPath: '/Shared/Everyone', preserveOriginalNames: false })).toBe(1)
    expect(await set({ baseFolderPath: '/Shared/Everyone', prompt: 'Store PDFs under /Open' })).toBe(2)
    expect(await set({ baseFolderPath: '/', prompt: '' })).toBe(3)
    expect(await bell()).toMatchObject({ destination: 'Dropbox: /' })
  })

  test('a prompt gets its plan, also where only another setting changes, and its folder is named', async () => {
    const planOf = async (type: UsableActionType) => {
      const input = { action: 'plan', folderId: acting.folderId, actionId: acting.actionId(type) }
      return JSON.stringify(await acting.mailbox.call('email-actions', input))
    }
    const prompt = 'Store PDFs in Dropbox under /Everyone'
    await write(door, 'ai_agent_action', { prompt })
    expect(await planOf('ai_agent_action')).toContain('Everyone')
    expect((await bells()).map(({ destination }) => destination)).toContain('Dropbox: /Everyone')
    const store = { prompt: 'Store PDFs' }
    await write(door, 'store_attachment_dropbox', store)
    await write('PATCH', 'store_attachment_dropbox', { ...store, baseFolderPath: '/Bills' })
    expect(await planOf('store_attachment_dropbox')).toContain('.pdf')
  })

  test('a new address needs a recent sign-in, a known one does not', async () => {
    const known = newEmail()
    await acting.configure('forward_mail', { destination_email: known })
    await acting.configure('forward_mail', { destination_email: newEmail() })
    await app.advance('6 min')
    const before = [await configOf('forward_mail'), await activity(), await bells()]
    const address = newEmail()
    await expect(write(door, 'forward_mail', { destination_email: address })).rejects.toThrow(
      /reauthentication_needed|sign in again/i,
    )
    expect([await configOf('forward_mail'), await activity(), await bells()]).toEqual(before)
    expect(await emailsTo(app, address)).toEqual([])
    await write(door, 'forward_mail', { destination_email: known.toUpperCase() })
    expect(await configOf('forward_mail')).toEqual({ destination_email: known.toUpperCase() })
  })
})

describe('through the table API', () => {
  beforeAll(async () => {
    acting = await actingMailbox(app, types)
  })

  test('defaults, other columns and what is rolled back have no further steps', async () => {
    await acting.remove('forward_mail')
    await insert('forward_mail', { destination_email: '' })
    await acting.change('forward_mail', { action_order: 4 })
    await acting.change('forward_mail', { is_active: false })
    const address = newEmail()
    const own = `?folder_id=eq.${acting.folderId}&action_id=eq.${acting.actionId('forward_mail')}`
    await acting.mailbox.rows(`email_folder_actions${own}`, {
      method: 'PATCH',
      headers: { prefer: 'tx=rollback' },
      body: JSON.stringify({ config: { destination_email: address } }),
    })
    expect([await bells(), await emailsTo(app, address)]).toEqual([[], []])
    expect(await activity()).toEqual(['action_set_up'])
  })

  test('switching an action on is recorded with its destination', async () => {
    const address = newEmail()
    await acting.configure('forward_mail', { destination_email: address })
    await acting.change('forward_mail', { is_active: true })
    await acting.change('forward_mail', { is_active: true })
    expect((await activity()).slice(-2)).toEqual([`forward_address_asked ${address}`, `action_switched_on ${address}`])
  })

  test('switching a forward on requests consent again where the link has expired', async () => {
    const address = newEmail()
    await acting.configure('forward_mail', { destination_email: address })
    const requestsAfter = async (daysAgo: number) => {
      const requested_at = addMs(app.clock.now(), -days(daysAgo))
      await app.ctx.db.asService((tx) =>
        tx.updateTable('app.forward_addresses').set({ requested_at }).where('address', '=', address).execute(),
      )
      await acting.change('forward_mail', { is_active: false })
      await acting.change('forward_mail', { is_active: true })
      return (await emailsTo(app, address)).length
    }
    expect(await requestsAfter(confirmationLinkDays - 1)).toBe(1)
    expect(await requestsAfter(confirmationLinkDays)).toBe(2)
    expect(await requestsAfter(1)).toBe(2)
  })

  test('what a body names and the columns leave out is not written', async () => {
    const address = newEmail()
    const before = await activity()
    await acting.mailbox.rows(`email_folder_actions?folder_id=eq.${acting.folderId}&columns=is_active`, {
      method: 'PATCH',
      body: JSON.stringify({ is_active: true, config: { destination_email: address } }),
    })
    expect([await activity(), await emailsTo(app, address)]).toEqual([before, []])
  })

  test.each<[string, typeof insert]>([
    ['table', insert],
    ['function', (type, config) => acting.configure(type, config, { configVersion: 0 })],
  ])('an action that is removed and added again by the %s reports where its files go', async (_, add) => {
    const type = 'store_attachment_dropbox'
    const bell = async () =>
      (await bells()).filter(({ kind }) => kind === 'file_destination_changed').map(({ destination }) => destination)
    const addAgain = async (former: object, config: object) => {
      await acting.change(type, { config: former })
      await app.ctx.db.asService((tx) =>
        tx.deleteFrom('notifications').where('kind', '=', 'file_destination_changed').execute(),
      )
      await acting.remove(type)
      await app.advance('1 s')
      await add(type, config)
      return bell()
    }
    expect(await addAgain({ baseFolderPath: '/Bills' }, {})).toEqual(['Dropbox: /'])
    expect(await addAgain({ baseFolderPath: '/Bills' }, { baseFolderPath: '/Shared' })).toEqual(['Dropbox: /Shared'])
    expect(await addAgain({ baseFolderPath: '/Bills' }, { baseFolderPath: 'Bills/' })).toEqual([])
    expect(await addAgain({}, {})).toEqual([])
    expect(await addAgain({ baseFolderPath: '/Bills' }, { prompt: 'Store PDFs under /Open' })).toHaveLength(1)
    const prompt = 'Store all attachments in a folder for each sender'
    expect(await addAgain({ baseFolderPath: '/Shared' }, { baseFolderPath: '/Shared', prompt })).toEqual([
      'Dropbox: /Shared/(sender)',
    ])
    // Only the prompt has named the folder.
    expect(await addAgain({ prompt: 'Store PDFs under /Open' }, {})).toEqual(['Dropbox: /'])
    await expect(acting.mailbox.rows('removed_base_folders?select=*')).rejects.toThrow()
  })

  test('one email reports the changes beyond the limit of a day, also where the last is undone', async () => {
    const owner = acting.mailbox.user.email
    const about = async (words: RegExp) => (await emailsTo(app, owner)).filter(({ subject }) => words.test(subject))
    const move = (place: string) => acting.change('store_attachment_dropbox', { config: { baseFolderPath: place } })
    for (let change = 0; change < 22; change++) await move(`/Place ${change}`)
    expect(await bells()).toContainEqual(expect.objectContaining({ destination: 'Dropbox: /Place 21' }))
    for (const place of ['/Shared/Everyone', '/Place 0']) {
      await app.advance('1 s')
      await move(place)
    }
    const notices = await about(/another place/)
    expect(notices.length).toBeLessThan(22)
    expect(await about(/other places/)).toEqual([])
    await app.advance('61 min')
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-emails', {}))
    await app.runDueJobs()
    const [summary, ...more] = await about(/other places/)
    expect(more).toEqual([])
    expect(summary?.text.replaceAll(/\s+/g, ' ')).toContain('The last changes named: /Place 0, /Shared/Everyone')
  })

  test("another user's action stays, without a notice", async () => {
    const victim = acting
    const query = `email_folder_actions?folder_id=eq.${victim.folderId}`
    acting = await actingMailbox(app, ['draft_reply'])
    const address = newEmail()
    const body = JSON.stringify({ config: { destination_email: address } })
    await acting.mailbox.rows(query, { method: 'PATCH', body })
    expect([await activity(), await emailsTo(app, address)]).toEqual([[], []])
  })
})
