import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'

const app = await appOfFile()
const acting = await actingMailbox(app, ['draft_reply'])

const question = {
  from: 'anna@shop.example',
  fromName: 'Anna Smith',
  subject: 'Your order 7',
  text: 'Hello, could you please tell us when the order will be there? Thank you.',
}
const draftsOf = async (logId: string) => {
  const [run] = await acting.runs(logId)
  return (await acting.drafts()).filter((draft) =>
    draft.singleValueExtendedProperties.some(({ value }) => value?.startsWith(run?.id ?? 'none')),
  )
}

test('creates a draft to the sender in the conversation, with the quoted message; sends nothing', async () => {
  const { messageId, logId } = await acting.sorted(question)
  await app.runDueJobs()
  const [run, ...more] = await acting.runs(logId)
  expect(more).toEqual([])
  expect(run).toMatchObject({ status: 'done', reason: 'done', action_type: 'draft_reply' })
  const [draft, ...others] = await draftsOf(logId)
  expect(others).toEqual([])
  const original = (await acting.messages()).find(({ id }) => id === messageId)
  expect(draft).toMatchObject({ subject: 'RE: Your order 7', folder: 'Drafts', isDraft: true })
  expect(draft?.conversationId).toBe(original?.conversationId)
  expect(draft?.toRecipients).toMatchObject([{ emailAddress: { address: 'anna@shop.example' } }])
  expect(draft?.internetMessageHeaders).toContainEqual({ name: 'x-mailroom-id', value: run?.id })
  const content = draft?.body.content ?? ''
  expect(content).toContain('<p>Hello Anna Smith,</p>')
  expect(content).toContain('Thank you for your message about “Your order 7”. I will look at it and get back to you.')
  expect(content).toContain('written without a language model')
  expect(content.indexOf('when the order will be there')).toBeGreaterThan(content.indexOf('Kind regards'))
  expect(run?.effects).toMatchObject([{ kind: 'draft', label: 'Reply to “Your order 7”' }])
  expect(run?.effects[0]?.url).toContain('/owa/?ItemID=')
  expect(run?.note).toBe('Written from a template, without a language model.')
  expect(await app.control('GET', '/control/outbox')).toEqual([])
  expect(await acting.waiting()).toEqual([])
})

test('a draft to a differing Reply-To greets its reader, and the note names both', async () => {
  const replyTo = { name: 'Eve Adams', address: 'eve@elsewhere.example' }
  const { logId } = await acting.sorted({ ...question, replyTo })
  await app.runDueJobs()
  const [draft] = await draftsOf(logId)
  expect(draft?.toRecipients).toMatchObject([{ emailAddress: { address: replyTo.address } }])
  expect(draft?.body.content).toContain('<p>Hello Eve Adams,</p>')
  const note = 'Addressed to eve@elsewhere.example, as the email asks, not to its sender anna@shop.example.'
  expect((await acting.runs(logId))[0]?.note).toMatch(new RegExp(`^${note}`))
  const input = {
    action: 'test',
    folderId: acting.folderId,
    actionId: acting.actionId('draft_reply'),
    config: {},
    logId,
  }
  expect(await acting.mailbox.call('action-runs', input)).toMatchObject({
    test: { notes: expect.arrayContaining([note]) },
  })
})

const Calls = z.array(z.object({ method: z.string(), mailbox: z.string().nullish(), body: z.unknown() }))
const Written = z.object({ body: z.object({ body: z.object({ content: z.string() }) }) })

test('the quoted message keeps its text and style and loses its scripts', async () => {
  const seen = '<p style="color:#1f497d">Bill &amp; <b>more</b></p>'
  const html = `<html><body><script>let x = 1</script>${seen}</body></html>`
  const { logId } = await acting.sorted({ ...question, html })
  await app.runDueJobs()
  expect(await acting.runs(logId)).toMatchObject([{ status: 'done' }])
  const calls = Calls.parse(await app.control('GET', '/control/requests?service=graph'))
  const changes = calls.filter(({ method, mailbox }) => method === 'PATCH' && mailbox === acting.mailbox.email)
  const { content } = Written.parse(changes.findLast((call) => Written.safeParse(call).success)).body.body
  expect(content).toContain(seen)
  expect(content).not.toContain('let x = 1')
})

describe('no draft', () => {
  const ends = async (logId: string) => {
    await app.runDueJobs()
    const [run] = await acting.runs(logId)
    return `${run?.status} ${run?.reason}`
  }

  // What else is automatic: `server/mail/messages/automatic-mail.test.ts`.
  test.each([
    ['a machine', { from: 'anna@shop.example', headers: { 'Auto-Submitted': 'auto-generated' } }],
    [
      'a bounce by its report',
      { attachments: [attached('ATT1', 'Action: failed', { contentType: 'message/delivery-status' })] },
    ],
    ['a person who wants replies at a machine', { replyTo: { name: 'Partner', address: 'no-reply@partner.example' } }],
    ['an invitation', { '@odata.type': '#microsoft.graph.eventMessageRequest' }, 'invitation'],
  ])('for mail of %s', async (_, by, reason = 'automatic_mail') => {
    const { logId } = await acting.sorted({ ...question, ...by })
    expect(await ends(logId)).toBe(`skipped ${reason}`)
    expect(await draftsOf(logId)).toEqual([])
  })

  test("for the user's own messages", async () => {
    const { logId } = await acting.sorted({ ...question, from: acting.mailbox.email })
    expect(await ends(logId)).toBe('skipped automatic_mail')
  })

  test.each(['?forGood=true', ''])('for a discarded message (%s)', async (how) => {
    const { messageId, logId } = await acting.sorted(question)
    await acting.control('DELETE', `/messages/${messageId}${how}`)
    expect(await ends(logId)).toBe('skipped mail_gone')
    expect(await draftsOf(logId)).toEqual([])
  })
})

describe('an unfinished draft', () => {
  /** A draft that was created but not yet written. */
  async function half() {
    await app.faults({ service: 'graph', method: 'PATCH', path: '/me/messages/', status: 503, times: 1 })
    const { logId } = await acting.sorted(question)
    await app.runDueJobs()
    const [draft] = await draftsOf(logId)
    return { logId, draftId: draft?.id ?? '' }
  }
  const goesOn = async (logId: string) => {
    await app.advance('1 min')
    await acting.reconcile()
    const [run] = await acting.runs(logId)
    return `${run?.status} ${run?.reason}`
  }

  test('is written by the next attempt, even if Outlook has changed its version', async () => {
    const { logId, draftId } = await half()
    await acting.control('PATCH', `/messages/${draftId}`, { categories: ['Red'] })
    expect(await goesOn(logId)).toBe('done done')
    expect((await draftsOf(logId))[0]?.body.content).toContain('Thank you for your message')
  })

  test('is left alone after the user has edited it', async () => {
    const { logId, draftId } = await half()
    await acting.control('PATCH', `/messages/${draftId}`, { body: '<p>My own words</p>' })
    expect(await goesOn(logId)).toBe('skipped draft_gone')
    const drafts = await draftsOf(logId)
    expect(drafts.map(({ body }) => body.content)).toEqual(['<p>My own words</p>'])
  })

  test.each(['', '?forGood=true'])('is not created again after the user has discarded it (%s)', async (how) => {
    const { logId, draftId } = await half()
    await acting.control('DELETE', `/messages/${draftId}${how}`)
    expect(await goesOn(logId)).toBe('skipped draft_gone')
    expect((await draftsOf(logId)).filter(({ folder }) => folder === 'Drafts')).toEqual([])
  })
})

// Last: what reads all messages would read this one, too.
test('a message that is too long for a request is not quoted, and a note says so', async () => {
  // Half of what a request may hold: JSON escapes each character.
  const html = `<html><body><p>${'"'.repeat(1_800_000)}</p></body></html>`
  const { logId } = await acting.sorted({ ...question, html })
  await app.runDueJobs()
  const [draft, ...others] = await draftsOf(logId)
  expect(others).toEqual([])
  expect(draft?.body.content).toContain('Hello Anna Smith,')
  expect(draft?.body.content).not.toContain('""')
  expect((await acting.runs(logId))[0]).toMatchObject({
    status: 'done',
    note: expect.stringContaining('The email is too long to be quoted below the draft.'),
  })
})
