import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'

let app: App
let acting: ActingMailbox
beforeAll(async () => {
  app = await startApp()
  acting = await actingMailbox(app, ['draft_reply'])
})
afterAll(() => app[Symbol.asyncDispose]())

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

test('a draft stands in the conversation, addressed to the sender, with the quoted mail below; nothing is sent', async () => {
  const { messageId, logId } = await acting.sorted(question)
  await app.drain()
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
  expect(run?.effects[0]?.url).toMatch(/^https:\/\/outlook\./)
  expect(run?.note).toBe('Written from a template, without a language model.')
  expect(await app.control('GET', '/control/outbox')).toEqual([])
  expect(await acting.waiting()).toEqual([])
})
