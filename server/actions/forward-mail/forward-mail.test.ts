import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import {
  confirmForwardAddress,
  confirmationLinkIn,
  pressConfirm,
  pressRevoke,
} from '../../../test/kit/forward-address.ts'
import { allowSending, forwardingMailbox, forwardsOf, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { lastEmailTo } from '../../../test/kit/outbox.ts'
import { connectMailbox } from '../../../test/kit/outlook.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
let { acting, address } = await forwardingMailbox(app)

const bill = { from: 'anna@shop.example', fromName: 'Anna', subject: 'Bill 7', text: 'The bill is attached.' }
const forwards = async (mail: Parameters<ActingMailbox['sorted']>[0] = bill) => {
  const { messageId, logId } = await acting.sorted(mail)
  await app.runDueJobs()
  return { messageId, logId, run: await runOf(logId) }
}
const runOf = async (logId: string) => (await acting.runs(logId))[0]
const again = async (logId: string) => {
  await acting.retry((await runOf(logId))?.id)
  await app.runDueJobs()
  return runOf(logId)
}
const Token = z.object({ scopes: z.string() })
const Arrived = z.array(
  z.object({
    folder: z.string(),
    subject: z.string(),
    hasAttachments: z.boolean(),
    internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
)

// One mailbox for all: what sends nothing comes first.
describe('nothing is sent', () => {
  // What else is automatic: `server/mail/messages/automatic-mail.test.ts`.
  test.each([
    ['an automatic mail', { headers: { 'Auto-Submitted': 'auto-replied' } }, 'automatic_mail'],
    ['an invitation', { '@odata.type': '#microsoft.graph.eventMessageRequest' }, 'invitation'],
    ['mail that we have sent before', { headers: { 'X-Mailroom-Id': 'b7a4c1de' } }, 'loop'],
  ])('for %s', async (_, more, reason) => {
    const { run } = await forwards({ ...bill, ...more })
    expect(run).toMatchObject({ status: 'skipped', reason, effects: [] })
    expect(await forwardsTo(app, address)).toEqual([])
    expect(await acting.drafts()).toEqual([])
  })

  test('back to the sender', async () => {
    const from = address.replace('@', '+case77@').toUpperCase()
    expect((await forwards({ ...bill, from })).run).toMatchObject({ reason: 'loop' })
    expect(await forwardsTo(app, address)).toEqual([])
  })

  test("on the basis of another user's confirmation", async () => {
    const otherUser = await actingMailbox(app, ['forward_mail'])
    await otherUser.configure('forward_mail', { destination_email: address })
    await allowSending(app, otherUser)
    const { logId } = await otherUser.sorted(bill)
    await app.runDueJobs()
    expect((await otherUser.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'address_unconfirmed' })
  })

  test('for a deleted or discarded message', async () => {
    const { messageId, logId } = await acting.sorted(bill)
    await acting.control('POST', `/messages/${messageId}/move`, { folder: 'Deleted Items' })
    await app.runDueJobs()
    expect(await runOf(logId)).toMatchObject({ status: 'skipped', reason: 'mail_gone' })
  })
})

test('the settings show the granted permission to send, and a refresh keeps it', async () => {
  const { mailboxId } = acting.mailbox
  const permissions = await acting.mailbox.call('mailbox-settings', { action: 'read', mailboxId })
  expect(JSON.stringify(permissions)).toContain('Mail.Send')
  await acting.mailbox.call('mail-authentication', { action: 'refresh', mailboxId })
  const tokens = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.mailbox_tokens').select('scopes').where('mailbox_id', '=', mailboxId).executeTakeFirst(),
  )
  expect(Token.parse(tokens).scopes).toContain('Mail.Send')
})

describe('a message is forwarded', () => {
  test('unchanged, with a fixed comment, to the saved address only, once', async () => {
    const { run, logId } = await forwards()
    expect(run).toMatchObject({
      status: 'done',
      reason: 'done',
      effects: [{ kind: 'forward', label: `Forward to ${address}`, url: expect.stringMatching(/^https?:/) }],
    })
    const [sent, ...more] = await forwardsTo(app, address)
    expect(more).toEqual([])
    expect(sent).toMatchObject({ to: address, subject: 'FW: Bill 7' })
    expect(sent?.html).toContain('forwarded automatically by Mailroom')
    expect(sent?.html).toContain('The bill is attached.')
    const { sent: kept, drafts } = await forwardsOf(acting, run?.id)
    expect([kept.length, drafts.length]).toEqual([1, 0])
    expect(kept[0]).toMatchObject({ folder: 'Sent Items', toRecipients: [{ emailAddress: { address } }] })
    expect(kept[0]?.internetMessageHeaders).toContainEqual({ name: 'x-mailroom-id', value: run?.id })
    await acting.reconcile()
    expect(await forwardsTo(app, address)).toHaveLength(1)
    expect(await runOf(logId)).toEqual(run)
  })

  test('with its attachments and its original HTML', async () => {
    const friend = newEmail()
    await app.control('POST', '/control/outlook/mailboxes', { email: friend, kind: 'work', folders: [] })
    await acting.configure('forward_mail', { destination_email: friend })
    await confirmForwardAddress(app, acting.who, friend)
    const html = '<html><body><script>let x = 1</script><p>Bill &amp; more</p></body></html>'
    const attachments = [{ name: 'bill.pdf', contentType: 'application/pdf', contentBytes: 'JVBERi0=' }]
    const { run } = await forwards({ ...bill, html, attachments })
    expect(run).toMatchObject({ status: 'done' })
    const all = Arrived.parse(await app.control('GET', `/control/outlook/${friend}/messages`))
    const [arrived, ...more] = all.filter(({ subject }) => subject.startsWith('FW'))
    expect(more).toEqual([])
    expect(arrived).toMatchObject({ folder: 'Inbox', hasAttachments: true, subject: 'FW: Bill 7' })
    // Identifies the message if another forwarding mailbox sends it back.
    expect(arrived?.internetMessageHeaders).toContainEqual({ name: 'x-mailroom-id', value: run?.id })
    const [sent] = await forwardsTo(app, friend)
    expect(sent?.html).toContain('<script>let x = 1</script><p>Bill &amp; more</p></body></html>')
  })
})

describe('a dry run', () => {
  const tested = async (destination_email: string) => {
    const { logId } = await acting.sorted({ ...bill, subject: 'Dry run' })
    const input = { action: 'test', folderId: acting.folderId, actionId: acting.actionId('forward_mail') }
    return acting.mailbox.call('action-runs', { ...input, logId, config: { destination_email } })
  }
  test('shows recipient and comment, without effects', async () => {
    expect(await tested(address)).toMatchObject({
      test: {
        effects: [{ kind: 'forward', label: `Forward to ${address}` }],
        text: expect.stringContaining('forwarded automatically'),
        notes: [],
      },
    })
    const sent = (await forwardsTo(app, address)).filter(({ subject }) => subject === 'FW: Dry run')
    expect([sent, await acting.drafts()]).toEqual([[], []])
  })
  test('explains what prevents forwarding', async () => {
    expect(await tested(newEmail())).toMatchObject({ test: { notes: [expect.stringContaining('not confirmed yet')] } })
    expect(await tested(acting.mailbox.email)).toMatchObject({ test: { effects: [], notes: [expect.any(String)] } })
  })
})

describe('nothing is sent to another address', () => {
  test('after the consent was withdrawn; the user is notified', async () => {
    const other = newEmail()
    await acting.configure('forward_mail', { destination_email: other })
    const url = confirmationLinkIn(await lastEmailTo(app, other))
    await pressConfirm(url)
    await pressRevoke(url)
    const { run, logId } = await forwards()
    expect(run).toMatchObject({ status: 'failed', reason: 'address_withdrawn' })
    expect(await acting.notificationKinds()).toContain('action_failed')
    expect([await forwardsTo(app, other), await acting.drafts()]).toEqual([[], []])
    await pressConfirm(url)
    expect(await again(logId)).toMatchObject({ status: 'done' })
  })

  test('before the address is confirmed; a retry sends it afterwards', async () => {
    const other = newEmail()
    await acting.configure('forward_mail', { destination_email: other })
    const { run, logId } = await forwards()
    expect(run).toMatchObject({ status: 'failed', reason: 'address_unconfirmed' })
    expect([await forwardsTo(app, other), await acting.drafts()]).toEqual([[], []])
    await pressConfirm(confirmationLinkIn(await lastEmailTo(app, other)))
    expect(await again(logId)).toMatchObject({ status: 'done' })
    expect(await forwardsTo(app, other)).toHaveLength(1)
  })

  test('to a mailbox that the user connected after the address was confirmed', async () => {
    const own = newEmail()
    await acting.configure('forward_mail', { destination_email: own })
    await confirmForwardAddress(app, acting.who, own)
    await app.ctx.db.asService((tx) =>
      tx.updateTable('mailboxes').set({ email_address: own }).where('id', '=', acting.mailbox.mailboxId).execute(),
    )
    expect((await forwards()).run).toMatchObject({ status: 'skipped', reason: 'loop' })
    expect(await forwardsTo(app, own)).toEqual([])
  })
})

test('nothing is sent without permission; it is sent once that is granted, not after another sign-in', async () => {
  acting = await actingMailbox(app, ['forward_mail'])
  address = newEmail()
  await acting.configure('forward_mail', { destination_email: address })
  await confirmForwardAddress(app, acting.who, address)
  const { run, logId } = await forwards()
  expect(run).toMatchObject({ status: 'failed', reason: 'sending_not_allowed' })
  expect(await acting.drafts()).toEqual([])
  await connectMailbox(app, acting.who, acting.mailbox.email)
  await app.runDueJobs()
  expect(await runOf(logId)).toMatchObject({ status: 'failed', ended_at: run?.ended_at })
  await allowSending(app, acting)
  await app.runDueJobs()
  expect(await runOf(logId)).toMatchObject({ status: 'done' })
  expect(await forwardsTo(app, address)).toHaveLength(1)
})

// Last: what reads all messages would read this one, too.
test('a message that is too long for the comment is forwarded without it', async () => {
  // Half of what a request may hold: JSON escapes each character.
  const html = `<html><body><p>${'"'.repeat(1_800_000)}</p></body></html>`
  expect((await forwards({ ...bill, subject: 'Long', html })).run).toMatchObject({ status: 'done' })
  const [sent, ...more] = (await forwardsTo(app, address)).filter(({ subject }) => subject === 'FW: Long')
  expect(more).toEqual([])
  expect(sent?.html.includes(html.slice(12, -14))).toBe(true)
  expect(sent?.html).not.toContain('forwarded automatically')
})
