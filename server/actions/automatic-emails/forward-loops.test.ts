import { beforeEach, describe, expect, test } from 'vitest'
import { forwardingMailbox, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { sortNewMail } from '../../../test/kit/mailbox.ts'
import { signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'
import { retryRun } from '../runs/retry-run.ts'

/** Programs that answer each forward. */
const app = await appOfFile()
/** Destination of the forwards. */
const { acting, address } = await forwardingMailbox(app)

let core: string
let cases = 0
beforeEach(() => {
  core = `Offer ${++cases}x`
})
const customer = 'anna@customer.example'
const ticketSystem = 'service@tickets.example'
const colleague = 'eve@colleagues.example'
const partner = 'max@partner.example'
type Headers = Record<string, string>

/** An email that is sorted into the folder. @returns the reason of its first run */
async function arrives(
  from: string,
  subject: string,
  headers: Headers = {},
  text = 'Hello.',
): Promise<string | null | undefined> {
  const { logId } = await acting.sorted({ from, subject, text, headers })
  await app.runDueJobs()
  return (await acting.runs(logId))[0]?.reason
}
const forwarded = async () => (await forwardsTo(app, address)).filter(({ subject }) => subject.includes(core))
/** The id of the last forward, or of the email that was forwarded. */
async function idOf(what: 'forward' | 'original'): Promise<string> {
  const isForward = what === 'forward'
  const found = (await acting.messages()).filter(
    ({ subject }) => subject?.includes(core) && subject.startsWith('FW: ') === isForward,
  )
  return found.at(-1)?.internetMessageId ?? ''
}
const references = async (): Promise<Headers> => ({ References: `<first@x.example> ${await idOf('forward')}` })
const inReplyTo = async (): Promise<Headers> => ({ 'In-Reply-To': await idOf('forward') })
const longReferences = async (): Promise<Headers> => {
  const ids = Array.from({ length: 60 }, (_, n) => `<message-${n}@conversation.example>`)
  return { References: `${ids.join(' ')} ${await idOf('forward')}` }
}
const none = (): Promise<Headers> => Promise.resolve({})
const alias = (): string => `helpdesk@${address.split('@')[1] ?? ''}`
/** One that has never written. */
const newSystem = (): string => `desk@desk-${cases}.example`

test('a ticket system, an answer and an absence rule get one forward, through the whole pipeline', async () => {
  const { mailbox, folderId } = acting
  const condition = { folderId, kind: 'subject', value: 'offer' }
  await mailbox.call('folder-conditions', { action: 'add', mailboxId: mailbox.mailboxId, condition })
  await sortNewMail(app, mailbox)
  const isSorted = async (id: string): Promise<boolean> => {
    await app.runDueJobs()
    return (await acting.messages()).some((message) => message.id === id && message.folder === 'Bills')
  }
  const deliver = async (from: string, subject: string, headers = {}, text = 'Hello.'): Promise<void> => {
    const id = await mailbox.deliver({ from, subject, headers, text })
    await expect.poll(() => isSorted(id), { interval: 20 }).toBe(true)
    await app.runDueJobs()
  }
  await deliver(customer, core)
  expect(await forwarded()).toHaveLength(1)
  await deliver(ticketSystem, `[Ticket #2] Your ${core}`, await references())
  await deliver(partner, `Re: ${core}`)
  await deliver(colleague, 'Your offer', {}, 'I am out of the office until Monday.')
  expect(await forwarded()).toHaveLength(1)
  await mailbox.call('mail-webhook-management', { action: 'unsubscribe', subscriptionId: await subscriptionId() })
})
const subscriptionId = async (): Promise<string> => {
  const { mailboxId } = acting.mailbox
  const row = app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.graph_subscriptions')
      .select('provider_subscription_id')
      .where('mailbox_id', '=', mailboxId)
      .executeTakeFirst(),
  )
  return (await row)?.provider_subscription_id ?? ''
}

describe('forwards once', () => {
  // The signs of subjects and texts: `looks-like-answer.test.ts`, `server/mail/messages/subject-marks.test.ts`.
  test.each<[string, () => string, (forward: string) => string, () => Promise<Headers>]>([
    ['a ticket system', () => ticketSystem, (it) => `[Ticket #1] Re: ${it}`, none],
    ['one that answers in a long conversation', () => ticketSystem, () => 'Done', longReferences],
    ['an absence rule with a header only', () => colleague, () => 'Not here', inReplyTo],
    ['an alias without the subject', alias, () => 'Your ticket 100 has been created', none],
    ['a known sender that drops the mark', () => partner, () => `Re: ${core}`, none],
  ])('for %s', async (_, from, subjectOf, headersOf) => {
    await arrives(customer, core)
    const [first] = await forwarded()
    expect(await arrives(from(), subjectOf(first?.subject ?? ''), await headersOf())).toBe('answers_forward')
    expect(await forwarded()).toHaveLength(1)
  })

  test('for a system that quotes the comment in another subject', async () => {
    await arrives(customer, core)
    const [forward] = await forwarded()
    const comment = forward?.html.match(/This mail was forwarded[^<]*/)?.[0] ?? 'none'
    const quote = comment.replace(/(.{20}\S*) /g, '$1\n> ')
    expect(await arrives(newSystem(), 'Thank you', {}, `Done.\n> ${quote}`)).toBe('answers_forward')
  })

  test('and again where the user runs the action nevertheless', async () => {
    await arrives(customer, core)
    const { logId } = await acting.sorted({ from: alias(), subject: `Re: ${core}` })
    await app.runDueJobs()
    const [run] = await acting.runs(logId)
    await retryRun(app.ctx, { userId: acting.who.userId, runId: run?.id ?? '' })
    await app.runDueJobs()
    expect((await acting.runs(logId))[0]).toMatchObject({ reason: 'done' })
    expect(await forwarded()).toHaveLength(2)
  })

  test('where the destination sends it back, without our header', async () => {
    await arrives(customer, core)
    const id = await acting.control('POST', '/messages?folder=Bills', {
      '@odata.type': '#microsoft.graph.message',
      subject: `FW: ${core}`,
      internetMessageId: await idOf('forward'),
      from: { emailAddress: { address: 'relay@home.example' } },
      body: { contentType: 'text', content: 'Hello.' },
    })
    const { logId } = await acting.sorted({ subject: `FW: ${core}` }, Object(id).id)
    await app.runDueJobs()
    expect((await acting.runs(logId))[0]).toMatchObject({ status: 'skipped', reason: 'answers_forward' })
  })
})

test.each([false, true])('an answer that names another id, given at sending (response lost: %s)', async (isLost) => {
  await app.control('PUT', '/control/config', { sentMessageId: 'replaced' })
  const fault = { service: 'graph', mailbox: acting.mailbox.email, method: 'POST', path: '/send$', status: 504 }
  await app.faults(...(isLost ? [{ ...fault, when: 'after' }] : []))
  const { logId } = await acting.sorted({ from: customer, subject: core })
  await app.runDueJobs()
  await app.faults()
  await app.advance('10 min')
  await acting.reconcile()
  await app.control('PUT', '/control/config', { sentMessageId: 'kept' })
  expect((await acting.runs(logId))[0]).toMatchObject({ reason: 'done' })
  expect(await idOf('forward')).toContain('<sent.')
  expect(await arrives(ticketSystem, 'Your ticket', await references())).toBe('answers_forward')
})

describe('still forwards', () => {
  const conversation = async (): Promise<Headers> => ({ References: `${await idOf('original')} <by-hand@x.example>` })
  test.each<[string, string, () => string, () => Promise<Headers>]>([
    ['an answer of the customer without ids', customer, () => `Re: ${core}`, none],
    ['the conversation of a forward by hand', colleague, () => `RE: FW: ${core}`, conversation],
  ])('%s', async (_, from, subjectOf, headersOf) => {
    await arrives(customer, core)
    expect(await arrives(from, subjectOf(), await headersOf())).toBe('done')
    expect(await forwarded()).toHaveLength(2)
  })

  test('a file that a partner passes on', async () => {
    await arrives(customer, core)
    const mail = { from: newSystem(), subject: `Fwd: ${core}`, text: 'As agreed.' }
    const { logId } = await acting.sorted({ ...mail, attachments: [attached('offer.pdf')] })
    await app.runDueJobs()
    expect((await acting.runs(logId))[0]?.reason).toBe('done')
  })

  test('each reply to an email of several recipients', async () => {
    for (const from of ['guest@one.example', 'guest@two.example'])
      expect(await arrives(from, `Re: ${core}`, { 'In-Reply-To': '<party@x.example>' }, 'I am coming.')).toBe('done')
  })

  test('what was received before the forward', async () => {
    const received = new Date(app.clock.now().getTime() - 10 * 60_000)
    await arrives(customer, core)
    const { logId } = await acting.sorted({ from: colleague, subject: `RE: FW: ${core}`, received })
    await app.runDueJobs()
    expect((await acting.runs(logId))[0]).toMatchObject({ reason: 'done' })
  })

  test("what answers another user's forward", async () => {
    await arrives(customer, core)
    const { userId } = await signUp(app)
    await app.ctx.db.asService((tx) => tx.updateTable('app.automatic_emails').set({ user_id: userId }).execute())
    expect(await arrives(colleague, `Re: FW: ${core}`, await references())).toBe('done')
  })
})

test('no reply is drafted to an answer of a forward', async () => {
  await arrives(customer, core)
  const { folderId, mailbox, actionId } = acting
  const added = { folder_id: folderId, action_id: actionId('draft_reply'), action_order: 2 }
  await mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(added) })
  const { logId } = await acting.sorted({ from: ticketSystem, subject: `[Ticket #1] Re: Fwd: ${core}` })
  await app.runDueJobs()
  expect(await acting.runs(logId)).toMatchObject([{ reason: 'answers_forward' }, { reason: 'answers_forward' }])
  expect(await acting.drafts()).toEqual([])
})

describe('where no other forward is recent', () => {
  // The users' sessions expire.
  beforeEach(() => app.advance('4 h'))

  test('forwards once for a known system that says nothing', async () => {
    await acting.sorted({ from: partner, subject: 'Before' })
    await app.advance('40 min')
    await arrives(customer, core)
    await app.advance('10 s')
    expect(await arrives(partner.replace('max', 'desk'), 'Good news from the desk')).toBe('answers_forward')
  })

  test('forwards once for a system whose text says that it has arrived, an hour later', async () => {
    await arrives(customer, core)
    await app.advance('61 min')
    const text = 'Dear customer,\nwe have received your message and will reply soon.'
    expect(await arrives(newSystem(), 'From the desk', {}, text)).toBe('answers_forward')
  })

  test('forwards once for a known sender whose reply comes days later', async () => {
    await arrives(customer, core)
    await app.advance('72 h')
    expect(await arrives(partner, `AW: ${core}`)).toBe('answers_forward')
  })

  test('forwards three answers of a slow new system that says nothing', async () => {
    await arrives(customer, core)
    const [system, reasons] = [newSystem(), []] as [string, unknown[]]
    for (let n = 0; n < 4; n += 1) {
      await app.advance('5 min')
      reasons.push(await arrives(system, 'Good news from the desk'))
    }
    expect(reasons).toEqual(['done', 'done', 'done', 'answers_forward'])
  })

  test('forwards notices of a help desk, which reports requests all the time', async () => {
    const notice = (number: number) => arrives('desk@help.example', `Ticket ${number}: your request was received`)
    expect(await notice(1)).toBe('done')
    await arrives(customer, core)
    expect(await notice(2)).toBe('done')
  })
})
