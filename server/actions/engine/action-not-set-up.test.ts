import { expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const acting = await actingMailbox(app, ['forward_mail', 'ai_agent_action'])

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
