import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { forwardingMailbox, forwardsTo } from '../../../test/kit/forwarding-mailbox.ts'
import { sortNewMail } from '../../../test/kit/mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { retryRun } from '../retry-run.ts'

/** Programs that answer each forward. */
let app: App
let acting: ActingMailbox
/** Destination of the forwards. */
let address: string
beforeAll(async () => {
  app = await startApp()
  ;({ acting, address } = await forwardingMailbox(app))
})
afterAll(() => app[Symbol.asyncDispose]())

let core: string
let cases = 0
beforeEach(() => {
  core = `Offer ${++cases}x`
})
const customer = 'anna@customer.example'
const ticketSystem = 'service@tickets.example'
const colleague = 'eve@colleagues.example'
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
const foreign = (): Promise<Headers> => Promise.resolve({ References: '<t1@tickets.example>' })
const none = (): Promise<Headers> => Promise.resolve({})
const alias = (): string => `helpdesk@${address.split('@')[1] ?? ''}`
const aliasOfSubdomain = (): string => alias().replace('@', '@mail.')
/** One that has never written. */
const newSystem = (): string => `desk@desk-${cases}.example`

test('a ticket system that acknowledges each forward gets one, through the whole pipeline', async () => {
  const { mailbox, folderId } = acting
  const condition = { folderId, kind: 'subject', value: 'offer' }
  await mailbox.call('folder-conditions', { action: 'add', mailboxId: mailbox.mailboxId, condition })
  await sortNewMail(app, mailbox)
  const isSorted = async (id: string): Promise<boolean> => {
    await app.runDueJobs()
    return (await acting.messages()).some((message) => message.id === id && message.folder === 'Bills')
  }
  const deliver = async (from: string, subject: string, headers = {}): Promise<void> => {
    const id = await mailbox.deliver({ from, subject, headers })
    await expect.poll(() => isSorted(id), { interval: 20 }).toBe(true)
    await app.runDueJobs()
  }
  await deliver(customer, core)
  expect(await forwarded()).toHaveLength(1)
  await deliver(ticketSystem, `[Ticket #1] Re: FW: ${core}`)
  await deliver(ticketSystem, `[Ticket #2] Your ${core}`, await references())
  await deliver(alias(), `Re: FW: ${core}`)
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
  test.each<[string, () => string, (forward: string) => string, () => Promise<Headers>, string]>([
    ['a ticket system', () => ticketSystem, () => `[Ticket #1] Re: Fwd: ${core}`, none, 'answers_forward'],
    ['one with References only', () => ticketSystem, () => `[Ticket #1] ${core}`, references, 'answers_forward'],
    ['one with ids of its own', () => ticketSystem, (it) => `Re: ${it} [A-1]`, foreign, 'answers_forward'],
    [
      'one with words before the subject',
      () => ticketSystem,
      (it) => `Request 7 received: ${it}`,
      none,
      'answers_forward',
    ],
    ['one that answers in a long conversation', () => ticketSystem, () => 'Done', longReferences, 'answers_forward'],
    ['an absence rule', () => address, () => 'Away until Monday', none, 'loop'],
    ['an absence rule of another address', () => colleague, (it) => `Abwesend: ${it}`, none, 'automatic_mail'],
    ['an absence rule with a header only', () => colleague, () => 'Not here', inReplyTo, 'answers_forward'],
    ['an alias of the destination', alias, (it) => `AW: ${it}`, none, 'answers_forward'],
    ['an alias that drops the mark of the forward', alias, () => `Re: ${core}`, none, 'answers_forward'],
    ['an alias that forwards it back', alias, (it) => `Fwd: ${it}`, none, 'answers_forward'],
    ['an alias without the subject', alias, () => 'Your ticket 100 has been created', none, 'answers_forward'],
    ['an alias in words', alias, () => `Progress of ${core} at our desk`, none, 'answers_forward'],
    ['an alias of a subdomain', aliasOfSubdomain, () => 'Ihre Anfrage ist eingegangen', none, 'answers_forward'],
    ['a new system that quotes', newSystem, (it) => `Vorgang 1: Ihre Mail „${it}“`, none, 'answers_forward'],
    ['a new system with the subject', newSystem, () => `Demande reçue : ${core}`, none, 'answers_forward'],
    ['a tag in the address', () => address.replace('@', '+case77@'), () => 'Case 77', none, 'loop'],
  ])('for %s', async (_, from, subjectOf, headersOf, reason) => {
    await arrives(customer, core)
    const [first] = await forwarded()
    expect(await arrives(from(), subjectOf(first?.subject ?? ''), await headersOf())).toBe(reason)
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
  await app.control('PUT', '/control/faults', isLost ? [{ ...fault, when: 'after' }] : [])
  const { logId } = await acting.sorted({ from: customer, subject: core })
  await app.runDueJobs()
  await app.control('PUT', '/control/faults', [])
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
    ['the same subject again', customer, () => core, none],
    ['an answer of the customer', customer, () => `Re: ${core}`, conversation],
    ['an answer of the customer without ids', customer, () => `Re: ${core}`, none],
    ['a forward of a colleague', colleague, () => `Fwd: ${core}`, none],
    ['a forward through a gateway', colleague, () => `[EXTERNAL] FW: ${core}`, none],
    ['a ticket about something else', ticketSystem, () => `[Ticket #9] Re: Fwd: Another ${core}`, none],
    ['the conversation of a forward by hand', colleague, () => `RE: FW: ${core}`, conversation],
    ['a new ticket of the same name', ticketSystem, () => `[Ticket #9] ${core}`, none],
    ['a forward by an unknown colleague', 'tom@new-colleague.example', () => `Fwd: ${core}`, none],
    ['a reply of a known sender', 'max@partner.example', () => `Re: ${core}`, none],
  ])('%s', async (_, from, subjectOf, headersOf) => {
    await acting.sorted({ from: 'max@partner.example', subject: 'Before' })
    await arrives(customer, core)
    expect(await arrives(from, subjectOf(), await headersOf())).toBe('done')
    expect(await forwarded()).toHaveLength(2)
  })

  test.each([
    ['an email of the recipient’s organization', 'paul@example.com', 'Lunch'],
    ['a question of an unknown sender', 'zoe@new-customer.example', 'Question about ticket 5'],
  ])('%s', async (_, from, subject) => {
    await arrives(customer, core)
    expect(await arrives(from, subject)).toBe('done')
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
    const { acting: other } = await forwardingMailbox(app)
    const { logId } = await other.sorted({ subject: `Re: FW: ${core}`, headers: await references() })
    await app.runDueJobs()
    expect((await other.runs(logId))[0]).toMatchObject({ reason: 'done' })
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

describe('an acknowledgement from elsewhere that quotes nothing', () => {
  /** Emails of one sender, each after the forward of the one before. @returns the reasons */
  const inTurn = async (from: string, count: number, seconds: number): Promise<unknown[]> => {
    const reasons = []
    for (let n = 0; n < count; n += 1) {
      await app.advance(`${seconds} s`)
      reasons.push(await arrives(from, 'Good news from the desk'))
    }
    return reasons
  }
  const done = (count: number): string[] => Array.from({ length: count }, () => 'done')
  beforeEach(() => app.advance('30 min'))

  test('of an unknown sender stops after three, and later at once where it confirms receipt', async () => {
    await arrives(customer, core)
    const system = newSystem()
    expect(await inTurn(system, 5, 100)).toEqual([...done(3), 'answers_forward', 'answers_forward'])
    await app.advance('20 min')
    await arrives(customer, `${core} again`)
    await app.advance('5 s')
    expect(await arrives(system, 'Your request was received')).toBe('answers_forward')
  })
})
