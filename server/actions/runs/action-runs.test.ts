import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { callFunction, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const Refusal = z.object({ error: z.object({ code: z.string() }) })

const app = await appOfFile()
const acting = await actingMailbox(app, ['draft_reply'])
const otherUser = await signUp(app)
beforeEach(() => app.faults())

const ask = async (input: object, who: Visitor = acting.who) => {
  const { status, body } = await callFunction(app, who, 'action-runs', input)
  const refused = Refusal.safeParse(body)
  return { status, body, code: refused.success ? refused.data.error.code : null }
}
const mail = { from: 'anna@shop.example', fromName: 'Anna', subject: 'A question', text: 'Could you please tell us?' }

describe('retry', () => {
  async function failedRun(): Promise<{ logId: string; runId: string }> {
    const fault = { service: 'graph', method: 'POST', path: '/createReply$', status: 403, times: 1 }
    await app.faults(fault)
    const { logId } = await acting.sorted(mail)
    await app.runDueJobs()
    const [run] = await acting.runs(logId)
    expect(run).toMatchObject({ status: 'failed', reason: 'permission_missing' })
    return { logId, runId: run?.id ?? '' }
  }

  test('runs a failed run again', async () => {
    const { logId, runId } = await failedRun()
    expect((await ask({ action: 'retry', runId })).body).toEqual({ success: true })
    expect(await acting.runs(logId)).toMatchObject([{ status: 'waiting', reason: null, ended_at: null }])
    await app.runDueJobs()
    expect(await acting.runs(logId)).toMatchObject([{ id: runId, status: 'done' }])
    expect((await ask({ action: 'retry', runId })).code).toBe('action_run_not_failed')
  })

  test('runs once when many retries are requested at the same time', async () => {
    const { logId, runId } = await failedRun()
    const before = (await acting.drafts()).length
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ action: 'retry', runId })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await app.runDueJobs()
    expect(await acting.runs(logId)).toMatchObject([{ status: 'done' }])
    expect((await acting.drafts()).length).toBe(before + 1)
  })

  test('refuses runs of other users and unknown runs', async () => {
    const { logId, runId } = await failedRun()
    expect((await ask({ action: 'retry', runId }, otherUser)).code).toBe('action_run_not_found')
    expect((await ask({ action: 'retry', runId: randomUUID() })).code).toBe('action_run_not_found')
    expect(await acting.runs(logId)).toMatchObject([{ status: 'failed' }])
    expect((await acting.waiting()).filter(({ log_id }) => log_id === logId)).toEqual([])
  })
})

test('an action of an email whose sender may have copied the folder waits until the user runs it', async () => {
  const { logId } = await acting.sorted(mail, undefined, { actions_held: true })
  await app.runDueJobs()
  const [run] = await acting.runs(logId)
  expect(run).toMatchObject({ status: 'skipped', reason: 'new_sender' })
  expect((await ask({ action: 'retry', runId: run?.id ?? '' }, otherUser)).code).toBe('action_run_not_found')
  expect((await ask({ action: 'retry', runId: run?.id ?? '' })).body).toEqual({ success: true })
  await app.runDueJobs()
  expect(await acting.runs(logId)).toMatchObject([{ status: 'done' }])
})

describe('pause', () => {
  test('can be read and changed only by the owner of the mailbox', async () => {
    const { mailboxId } = acting.mailbox
    const paused = async () => (await ask({ action: 'paused', mailboxId })).body
    expect(await paused()).toEqual({ paused: false })
    expect((await ask({ action: 'pause', mailboxId, paused: true }, otherUser)).code).toBe('mailbox_not_found')
    expect((await ask({ action: 'paused', mailboxId }, otherUser)).code).toBe('mailbox_not_found')
    expect(await paused()).toEqual({ paused: false })
    expect((await ask({ action: 'pause', mailboxId, paused: true })).body).toEqual({ paused: true })
    expect(await paused()).toEqual({ paused: true })
    await ask({ action: 'pause', mailboxId, paused: false })
  })
})

describe('a dry run', () => {
  const about = () => ({ action: 'test', folderId: acting.folderId, actionId: acting.actionId('draft_reply') })

  test("shows the draft for the folder's newest message with the submitted settings", async () => {
    await app.advance('1 s')
    const { logId } = await acting.sorted({ ...mail, subject: 'The newest' })
    await app.runDueJobs()
    const before = [await acting.messages(), await acting.runs(logId)]
    const { body } = await ask({ ...about(), config: { tone: 'casual', responseLength: 'very brief' } })
    expect(body.test).toEqual({
      mail: { subject: 'The newest', from: 'anna@shop.example' },
      effects: [{ kind: 'draft', label: 'Reply to “The newest”', url: null }],
      text: expect.stringContaining('Hi Anna,\n\nThanks for your mail about “The newest”.\n\nBest,'),
      notes: ['Written from a template, without a language model.'],
    })
    expect([await acting.messages(), await acting.runs(logId)]).toEqual(before)
  })

  test('explains why nothing would happen', async () => {
    const { logId } = await acting.sorted({ ...mail, headers: { 'List-Id': '<club.example>' } })
    const { body } = await ask({ ...about(), config: {}, logId })
    expect(body.test).toMatchObject({ effects: [], text: null, notes: [expect.stringContaining('neither answered')] })
  })

  test.each([
    ['a mail that is not in the history', { logId: randomUUID() }, 'log_not_found'],
    ['a configuration that does not fit', { config: { tone: 'rude' } }, 'action_config_invalid'],
    ['an action that does not exist', { actionId: randomUUID() }, 'folder_action_not_found'],
  ])('is refused for %s', async (_, change, code) => {
    expect((await ask({ ...about(), config: {}, ...change })).code).toBe(code)
  })

  test("is refused for another user's folder or message", async () => {
    const { logId } = await acting.sorted(mail)
    expect((await ask({ ...about(), config: {}, logId }, otherUser)).code).toBe('folder_action_not_found')
    const other = await actingMailbox(app, ['draft_reply'])
    const theirs = { action: 'test', folderId: other.folderId, actionId: other.actionId('draft_reply') }
    expect((await ask({ ...theirs, config: {}, logId }, other.who)).code).toBe('log_not_found')
    expect((await ask({ ...theirs, config: {} }, other.who)).code).toBe('no_mail_to_test')
  })

  test('reports a deleted message and an outage of Outlook', async () => {
    const { logId } = await acting.sorted(mail)
    await app.faults({ service: 'graph', path: '/me/messages/', status: 503 })
    expect((await ask({ ...about(), config: {}, logId })).code).toBe('outlook_unreachable')
  })

  test.each([
    ['draft_reply', {}, { effects: [{ kind: 'draft' }] }],
    ['forward_mail', { destination_email: 'office@books.example' }, { effects: [{ kind: 'forward' }] }],
    ['store_attachment_dropbox', {}, { effects: [] }],
    ['ai_agent_action', { prompt: 'Make a contact of the sender' }, { effects: [{ kind: 'contact' }] }],
  ] as const)('shows what %s would do before it is added', async (type, config, expected) => {
    await acting.remove(type)
    const { logId } = await acting.sorted({ ...mail, from: newEmail() })
    const { body } = await ask({ ...about(), actionId: acting.actionId(type), config, logId })
    expect(body.test).toMatchObject(expected)
  })
})
