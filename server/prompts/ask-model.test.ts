import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { connectedMailbox } from '../../test/kit/mailbox.ts'
import { requestsTo } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { createEvents } from '../events.ts'
import type { Context } from '../context.ts'
import { createLanguageModel } from '../vendors/language-model/language-model.ts'
import { requestObject, requestText } from './ask-model.ts'

const app = await appOfFile()
let ctx: Context
let lines: string[]
beforeEach(async () => {
  lines = []
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const model = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  ctx = { ...app.ctx, events: createEvents(pino(into)), vendors: { ...app.ctx.vendors, model } }
  await app.control('POST', '/control/reset', {})
})

const about = (logId: string | null = null) => ({
  userId: randomUUID(),
  mailboxId: null,
  logId,
  purpose: 'draft_reply',
})
const question = { system: 'OURS', user: 'PERSON', data: 'SECRET of the mail', maxTokens: 100_000 }
const scripted = (...answers: unknown[]) => app.control('PUT', '/control/model', { mode: 'scripted', answers })

test('returns the answer and logs its cost but not its text', async () => {
  await scripted('ANSWER')
  const whose = about(randomUUID())
  expect(await requestText(ctx, whose, question)).toBe('ANSWER')
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    event: 'language_model_responded',
    userId: whose.userId,
    logId: whose.logId,
    purpose: whose.purpose,
    model: 'sandbox-model',
    promptHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    inputTokens: expect.any(Number),
    outputTokens: expect.any(Number),
  })
  expect(lines.join('')).not.toMatch(/OURS|PERSON|SECRET|ANSWER/)
})

test('returns null for invalid answers and errors, and logs only their code', async () => {
  await scripted('SECRET')
  expect(await requestObject(ctx, about(), { ...question, schema: z.strictObject({ a: z.string() }) })).toBeNull()
  await app.faults({ service: 'model', path: 'chat', status: 400 })
  expect(await requestText(ctx, about(), question)).toBeNull()
  expect(lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))).toMatchObject([
    { event: 'language_model_failed', reason: 'failed', code: 'invalid_answer', vendorStatus: 200 },
    { event: 'language_model_failed', reason: 'failed', code: 'refused', vendorStatus: 400 },
  ])
  expect(lines.join('')).not.toMatch(/OURS|PERSON|SECRET/)
})

test('limits calls per message and tokens per answer', async () => {
  await scripted('ANSWER')
  const logId = randomUUID()
  const answers: (string | null)[] = []
  for (let times = 0; times < 7; times++) answers.push(await requestText(ctx, about(logId), question))
  expect(answers).toEqual([...Array.from({ length: 6 }, () => 'ANSWER'), null])
  const asked = await requestsTo(app, 'model')
  expect(asked).toHaveLength(6)
  expect(JSON.stringify(asked)).toContain('"max_tokens":2000')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'language_model_failed', reason: 'budget' })
})

test('makes no call without a model', async () => {
  const without = { ...ctx, vendors: { ...ctx.vendors, model: null } }
  expect(await requestText(without, about(), question)).toBeNull()
  expect(await requestsTo(app, 'model')).toEqual([])
})

test('sends no mail of a mailbox once its user has forbidden it', async () => {
  await scripted('ANSWER')
  const mailbox = await connectedMailbox(app)
  const { mailboxId } = mailbox
  const say = (askModel: boolean) => mailbox.call('mailbox-settings', { action: 'save', mailboxId, askModel })
  const whose = { ...about(), mailboxId }
  expect(await requestText(ctx, whose, question)).toBe('ANSWER')
  await say(false)
  await app.control('DELETE', '/control/requests')
  expect(await requestText(ctx, whose, question)).toBeNull()
  expect(await requestText(ctx, { ...whose, mailboxId: randomUUID() }, question)).toBeNull()
  expect(await requestsTo(app, 'model')).toEqual([])
  await say(true)
  expect(await requestText(ctx, whose, question)).toBe('ANSWER')
})
