import { beforeEach, describe, expect, test } from 'vitest'
import { FollowUpList } from '../../../contract/functions/follow-ups.ts'
import { connectedMailbox, type ConnectedMailbox, sortNewMail } from '../../../test/kit/mailbox.ts'
import { addMailbox } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import type { Tx } from '../../db/database.ts'

const app = await appOfFile()
let mailbox: ConnectedMailbox
beforeEach(async () => {
  mailbox = await connectedMailbox(app, [{ displayName: 'Family' }])
  await sortNewMail(app, mailbox)
  await save({ followUpDays: 3 })
  await read()
})

const anna = 'anna@family.example'
const save = (change: object) =>
  mailbox.call('mailbox-settings', { action: 'save', mailboxId: mailbox.mailboxId, ...change })
const post = (folder: string, message: object) =>
  app.control('POST', `/control/outlook/${mailbox.email}/messages?folder=${encodeURIComponent(folder)}`, message)
const person = (address: string) => ({ emailAddress: { address, name: '' } })

/** Sends an email and reads Sent Items. */
async function sent(subject: string, conversationId: string, more: { to?: string[] } & Record<string, unknown> = {}) {
  await app.advance('1 s')
  const { to = [anna], ...rest } = more
  await post('Sent Items', { subject, conversationId, toRecipients: to.map(person), ...rest })
  await read()
}
const read = () => run('read-sent-mail')
async function run(job: 'read-sent-mail' | 'detect-manual-moves') {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, job, { mailboxId: mailbox.mailboxId }))
  await app.runDueJobs()
}
/** Delivers an email to the inbox, where it is sorted. */
async function received(subject: string, conversationId: string, content: string, more: object = {}) {
  await app.advance('1 s')
  await post('Inbox', {
    subject,
    conversationId,
    from: { emailAddress: { address: anna, name: 'Anna' } },
    toRecipients: [person(mailbox.email)],
    body: { contentType: 'text', content },
    ...more,
  })
  const sorted = async () => {
    await app.runDueJobs()
    const logs = (tx: Tx) => tx.selectFrom('email_processing_logs').select('subject')
    const rows = await app.ctx.db.asService((tx) => logs(tx).where('mailbox_id', '=', mailbox.mailboxId).execute())
    return rows.map((row) => row.subject)
  }
  // Its change notification is on its way.
  await expect.poll(sorted).toContain(subject)
}
async function listed(as: ConnectedMailbox = mailbox) {
  const { followUps } = FollowUpList.parse(await as.call('follow-ups', { action: 'list' }))
  return followUps
}
const shown = async () => (await listed()).map(({ state, subject }) => `${state}: ${subject}`)
/** The session of an hour ends meanwhile. */
async function wait(time: string) {
  await app.advance(time)
  const user = await mailbox.signInAgain()
  mailbox = { ...mailbox, call: (name, body) => callAs(user, name, body) }
}
const callAs = async (user: ConnectedMailbox['user'], name: string, body: object): Promise<unknown> =>
  (
    await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()

describe('what the user has sent', () => {
  test('is listed without an answer after the days of the mailbox, newest first, and gone once answered', async () => {
    await sent('Offer', 'a')
    await sent('Party', 'b')
    await wait('2 days')
    expect(await shown()).toEqual([])
    await wait('25 hours')
    expect(await shown()).toEqual(['sent: Party', 'sent: Offer'])
    expect((await listed())[0]).toMatchObject({ mailboxId: mailbox.mailboxId, address: anna })
    await received('Re: Party', 'b', 'Gladly.')
    expect(await shown()).toEqual(['sent: Offer'])
  })

  test('is not listed to many, programs or oneself, as an invitation, or if the answer was read first', async () => {
    await sent('News', 'a', { to: [1, 2, 3, 4].map((n) => `${n}@family.example`) })
    await sent('Order', 'b', { to: ['noreply@shop.example'] })
    await sent('Note', 'c', { to: [mailbox.email] })
    await sent('Meeting', 'd', { '@odata.type': '#microsoft.graph.eventMessageRequest' })
    await post('Sent Items', { subject: 'Quick', conversationId: 'e', toRecipients: [person(anna)] })
    await received('Re: Quick', 'e', 'Yes.')
    await read()
    await sent('Three', 'f', { to: [anna, 'b@family.example', 'c@family.example'] })
    await wait('4 days')
    expect(await shown()).toEqual(['sent: Three'])
  })

  test('is not answered by an absence notice or by a copy to oneself', async () => {
    await sent('Offer', 'a')
    await received('Automatic reply: Offer', 'a', 'I am away.')
    await received('Offer', 'a', 'Please look.', { from: person(mailbox.email) })
    const second = `second-${mailbox.email}`
    await app.control('POST', '/control/outlook/mailboxes', { email: second, kind: 'work' })
    await addMailbox(app, mailbox.user.userId, second)
    await received('Re: Offer', 'a', 'One more thing.', { from: person(second) })
    await wait('4 days')
    expect(await shown()).toEqual(['sent: Offer'])
  })

  test('is answered on a list, in another conversation, and by an email that a rule has filed', async () => {
    await run('detect-manual-moves')
    await sent('Ladder', 'a', { to: ['club@lists.example'] })
    await sent('Trip to Ghent', 'b')
    await sent('Dinner', 'c')
    await sent('Party', 'd')
    await received('Re: [Club] Ladder', 'a', 'I have one.', {
      internetMessageHeaders: [{ name: 'List-Id', value: '<club.lists.example>' }],
    })
    await received('RE: Trip to Ghent', 'e', 'Gladly.')
    await received('RE: Dinner', 'f', 'Gladly.', { from: person('b@family.example') })
    await app.advance('1 s')
    await post('Family', { subject: 'Re: Party', conversationId: 'd', from: person(anna) })
    await run('detect-manual-moves')
    await wait('4 days')
    expect(await shown()).toEqual(['sent: Dinner'])
  })
})

describe('a question', () => {
  test('of a known person is listed after a day, until the user answers', async () => {
    await sent('Hello', 'a')
    await received('Dinner', 'b', 'Do you come on Friday?')
    await received('Photos', 'c', 'They are nice.')
    await received('Sale', 'd', 'Do you like it?', { from: person('shop@shop.example') })
    expect(await shown()).toEqual([])
    await wait('25 hours')
    expect(await shown()).toEqual(['question: Dinner'])
    expect((await listed())[0]).toMatchObject({ name: 'Anna', address: anna })
    await sent('Re: Dinner', 'b')
    expect(await shown()).toEqual([])
  })

  test('is not listed where a list has it, and answered also in another conversation', async () => {
    await sent('Hello', 'a')
    await received('Ladder', 'b', 'Who has a ladder?', {
      internetMessageHeaders: [{ name: 'List-Id', value: '<club.lists.example>' }],
    })
    await received('Dinner', 'c', 'Do you come on Friday?')
    await wait('25 hours')
    expect(await shown()).toEqual(['question: Dinner'])
    await sent('AW: Dinner', 'd')
    expect(await shown()).toEqual([])
  })
})

test('one press dismisses an email, or lists it again; a newer one of its conversation is listed', async () => {
  await sent('Offer', 'a')
  await wait('4 days')
  const other = await connectedMailbox(app)
  const [{ id: followUpId } = { id: '' }] = await listed()
  const refused = { error: { code: 'follow_up_not_found' } }
  for (const action of ['dismiss', 'restore', 'open'])
    expect(await callAs(other.user, 'follow-ups', { action, followUpId })).toMatchObject(refused)
  expect(await listed(other)).toEqual([])
  let heard = 0
  const end = app.ctx.live.subscribe(mailbox.user.userId, ({ type }) => {
    if (type === 'follow-ups') heard += 1
  })
  expect(await mailbox.call('follow-ups', { action: 'dismiss', followUpId })).toEqual({ success: true })
  await expect.poll(() => heard).toBe(1)
  end()
  expect(await shown()).toEqual([])
  // Sent Items are read again, with an overlap.
  await read()
  expect(await shown()).toEqual([])
  await mailbox.call('follow-ups', { action: 'restore', followUpId })
  expect(await shown()).toEqual(['sent: Offer'])
  expect(await mailbox.call('follow-ups', { action: 'open', followUpId })).toEqual({
    webLink: expect.stringContaining('http'),
  })
  await mailbox.call('follow-ups', { action: 'dismiss', followUpId })
  await sent('Offer, again', 'a')
  await wait('4 days')
  expect(await shown()).toEqual(['sent: Offer, again'])
})

test('nothing is stored while it is off, and switching it off deletes everything', async () => {
  const stored = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('app.follow_ups').select('state').where('mailbox_id', '=', mailbox.mailboxId).execute(),
    )
  await sent('Offer', 'a')
  expect(await stored()).toEqual([{ state: 'sent' }])
  // Longer than two reads overlap.
  await app.advance('20 min')
  await save({ keepKnownPeople: false })
  expect(await stored()).toEqual([])
  await save({ keepKnownPeople: true })
  await app.runDueJobs()
  // The first read is of old email.
  expect(await stored()).toEqual([])
  await sent('Party', 'b')
  expect(await stored()).toEqual([{ state: 'sent' }])
  await save({ followUpDays: null })
  await sent('Trip', 'c')
  await received('Dinner', 'd', 'Do you come?')
  expect(await stored()).toEqual([])
})
