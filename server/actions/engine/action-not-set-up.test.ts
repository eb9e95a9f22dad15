import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'

let app: App
let acting: ActingMailbox
beforeAll(async () => {
  app = await startApp()
  acting = await actingMailbox(app, ['forward_mail', 'ai_agent_action'])
})
afterAll(() => app[Symbol.asyncDispose]())

test('skips actions that were never configured, without notification or retry', async () => {
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Hello', text: 'Hi' })
  await app.runDueJobs()
  const runs = await acting.runs(logId)
  expect(runs.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    'skipped address_missing',
    'skipped not_set_up',
  ])
  expect(await acting.notificationKinds()).toEqual([])
  await expect(acting.retry(runs[0]?.id)).rejects.toThrow('action_run_not_failed')
})
