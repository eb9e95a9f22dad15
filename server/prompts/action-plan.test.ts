import { beforeEach, describe, expect, test } from 'vitest'
import { ShownPlan } from '../../contract/functions/prompts.ts'
import type { UsableActionType } from '../../contract/actions.ts'
import { createLanguageModel } from '../vendors/language-model/language-model.ts'
import { actingMailbox } from '../../test/kit/acting-mailbox.ts'
import { callFunction, requestsTo } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { findPlanForRun } from './action-plan.ts'

const app = await appOfFile()
const box = await actingMailbox(app, ['store_attachment_dropbox', 'ai_agent_action', 'draft_reply'])
beforeEach(async () => {
  await box.startOver()
  await app.ctx.db.asService((tx) => tx.deleteFrom('app.prompt_analyses').execute())
  await app.control('DELETE', '/control/requests?service=model')
  app.ctx.vendors.model = null
})

const withModel = async (mode: object) => {
  app.ctx.vendors.model = createLanguageModel({
    baseUrl: `${app.sandbox.url}/api.openai.com/v1`,
    apiKey: 'mailroom-sandbox-key',
    model: 'sandbox-model',
  })
  await app.control('PUT', '/control/model', mode)
}
const call = (input: object) => callFunction(app, box.who, 'email-actions', input)
const at = (type: UsableActionType) => ({ folderId: box.folderId, actionId: box.actionId(type) })
const save = async (type: UsableActionType, config: object) => {
  const { status, body } = await call({ action: 'config', ...at(type), config })
  expect(status).toBe(200)
  return ShownPlan.nullable().parse(body['plan'])
}
const open = async (type: UsableActionType) => {
  const { body } = await call({ action: 'plan', ...at(type) })
  return ShownPlan.nullable().parse(body['plan'])
}
const analyse = (prompt: string, actionType: UsableActionType) =>
  callFunction(app, box.who, 'unified-data-source-mcp', { action: 'analyze_prompt', prompt, actionType })
const rowOf = (type: UsableActionType) =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_folder_actions')
      .select(['id', 'config_version', 'config'])
      .where('folder_id', '=', box.folderId)
      .where('action_id', '=', box.actionId(type))
      .executeTakeFirstOrThrow(),
  )
const forRun = async (type: UsableActionType, config: object, change = 0) => {
  const { id, config_version } = await rowOf(type)
  const about = { folderActionId: id, configVersion: config_version + change, config }
  return app.ctx.db.asService((tx) => findPlanForRun(tx, about))
}

test("saving returns the prompt's plan; the page and the run get the same plan", async () => {
  const saved = await save('store_attachment_dropbox', { prompt: 'PDF invoices to /Finance by month' })
  expect(saved).toMatchObject({
    steps: [
      {
        action: 'Store file',
        platform: 'dropbox',
        description: expect.stringContaining('in Finance, in a folder for each month'),
      },
    ],
    requiredPlatforms: [{ name: 'dropbox', connected: false }],
    madeBy: 'parser',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await open('store_attachment_dropbox')).toEqual(saved)
  expect(await forRun('store_attachment_dropbox', {})).toMatchObject({ kind: 'store', filter: { types: ['pdf'] } })
})

test('another prompt gives another plan; a plan of another version is not used', async () => {
  const first = await save('ai_agent_action', { prompt: 'Create a contact in TeamLeader' })
  const second = await save('ai_agent_action', { prompt: 'Extract the total' })
  expect(second?.hash).not.toBe(first?.hash)
  expect(await forRun('ai_agent_action', {})).toMatchObject({ steps: [{ tool: 'extract_data' }] })
  expect(await forRun('ai_agent_action', {}, -1)).toBeNull()
  expect(await forRun('ai_agent_action', {}, 1)).toBeNull()
})

test('deletes the plan if nothing can be planned', async () => {
  await save('ai_agent_action', { prompt: 'Create a contact in TeamLeader' })
  expect(await save('ai_agent_action', { prompt: 'Do whatever seems best' })).toBeNull()
  expect(await open('ai_agent_action')).toBeNull()
  expect(await forRun('ai_agent_action', { prompt: 'Do whatever seems best' })).toBeNull()
  expect(await save('ai_agent_action', { prompt: '' })).toBeNull()
  expect(await save('draft_reply', {})).toBeNull()
})

test('stores everything without a prompt, even if the action was only added', async () => {
  const everything = { kind: 'store', folder: [], filter: { types: [], words: [] } }
  expect(await forRun('store_attachment_dropbox', { provider: 'dropbox', prompt: '' })).toMatchObject(everything)
  expect(await save('store_attachment_dropbox', {})).toMatchObject({
    summary: 'One step for each email: store file in Dropbox.',
    steps: [{ description: 'Store all attachments in the folder of this action in Dropbox.' }],
  })
  expect(await forRun('store_attachment_dropbox', {})).toMatchObject(everything)
})

test('refuses a plan that was changed in the database', async () => {
  await save('ai_agent_action', { prompt: 'Create a contact in TeamLeader' })
  const { id } = await rowOf('ai_agent_action')
  const other = { kind: 'agent', steps: [{ tool: 'extract_data', platform: 'email', fields: ['password'] }] }
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.action_plans')
      .set({ plan: JSON.stringify(other) })
      .where('folder_action_id', '=', id)
      .execute(),
  )
  expect(await forRun('ai_agent_action', {})).toBeNull()
})

describe('with a language model', () => {
  const prompt = 'Put what the accountant needs into Dropbox under Finance'
  const proposal = {
    steps: [
      {
        tool: 'store_file',
        platform: 'dropbox',
        filter: {
          types: ['pdf'],
          notTypes: [],
          senders: [],
          words: ['invoice', 'receipt'],
          notWords: [],
          minBytes: null,
          maxBytes: null,
        },
        folder: ['Finance'],
      },
    ],
    confidence: 0.9,
    warnings: [],
  }

  test('saving stores the plan that was shown, without another model call', async () => {
    const warnings = ['Nothing is deleted.\r\n<b>\u202eyltcerroc\u200b ', ' \n']
    await withModel({
      mode: 'scripted',
      answers: [
        { ...proposal, warnings },
        { ...proposal, steps: [] },
      ],
    })
    const { body } = await analyse(prompt, 'ai_agent_action')
    expect(body).toMatchObject({ executionPlan: { confidence: 0.9, steps: [{ platform: 'dropbox' }] } })
    // One clean line each; the page shows it as text.
    expect(body).toMatchObject({ warnings: ['Nothing is deleted. <b> yltcerroc'] })
    const saved = await save('ai_agent_action', { prompt: `${prompt} ` })
    expect(saved?.madeBy).toBe('model')
    expect(await forRun('ai_agent_action', {})).toMatchObject({
      steps: [{ filter: { words: ['invoice', 'receipt'] } }],
    })
    expect(await requestsTo(app, 'model')).toHaveLength(1)
  })

  test('a different plan for the same prompt is a new version that a started run refuses', async () => {
    const other = { ...proposal, steps: [{ ...proposal.steps[0], folder: ['Accountant'] }] }
    await withModel({ mode: 'scripted', answers: [proposal, proposal, other] })
    const first = await save('ai_agent_action', { prompt })
    const { config_version: version } = await rowOf('ai_agent_action')
    expect(await save('ai_agent_action', { prompt })).toEqual(first)
    expect((await rowOf('ai_agent_action')).config_version).toBe(version)
    expect((await save('ai_agent_action', { prompt }))?.hash).not.toBe(first?.hash)
    expect((await rowOf('ai_agent_action')).config_version).toBe(version + 1)
    expect(await forRun('ai_agent_action', {})).toMatchObject({ steps: [{ folder: [[{ text: 'Accountant' }]] }] })
    expect(await forRun('ai_agent_action', {}, -1)).toBeNull()
  })

  test.each([
    ['garbage', { mode: 'garbage' }],
    [
      'a service that was not named',
      { mode: 'scripted', answers: [{ ...proposal, steps: [{ tool: 'create_contact', platform: 'teamleader' }] }] },
    ],
  ])('%s: uses our own parser', async (_what, mode) => {
    await withModel(mode)
    const saved = await save('ai_agent_action', { prompt: 'Save PDFs to Dropbox by sender' })
    expect(saved).toMatchObject({ madeBy: 'parser', steps: [{ action: 'Store file', platform: 'dropbox' }] })
    expect((await requestsTo(app, 'model')).length).toBeGreaterThan(0)
  })

  test('does not call the model over the daily budget', async () => {
    await withModel({ mode: 'scripted', answers: [proposal] })
    const spent = { points: 500, seconds: 86_400 }
    for (let times = 0; times < 500; times++) await app.ctx.limits.tryConsume('model-user', spent, box.who.userId)
    expect((await save('ai_agent_action', { prompt: 'Extract the total' }))?.madeBy).toBe('parser')
    expect(await requestsTo(app, 'model')).toEqual([])
  })
})
