import { afterAll, expect, test } from 'vitest'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startSandbox } from '../../../packages/sandbox/sandbox.ts'

const models = await startSandbox({ port: 0 })
const app = await appOfFile({
  env: {
    AI_BASE_URL: `${models.url}/api.openai.com/v1`,
    AI_MODEL: 'sandbox-model',
    AI_API_KEY: 'mailroom-sandbox-key',
  },
})
const acting = await actingMailbox(app, ['draft_reply', 'ai_agent_action'])
afterAll(async () => {
  await models[Symbol.asyncDispose]()
})

test('text that is hidden from the reader is not sent to the model', async () => {
  await acting.configure('draft_reply', { includeFileContext: false })
  await acting.configure('ai_agent_action', { prompt: 'Extract the order number.', includeFileContext: false })
  const { logId } = await acting.sorted({
    from: 'anna@shop.example',
    subject: 'Your order',
    html: `<html><head><style>.note { font-size: 0 }</style></head><body style="background: #fff">
      <p>Order number: SEEN-4711</p><div style="display:none">HIDDEN one</div><p class="note">HIDDEN two</p>
      <p style="color:#fff">HIDDEN three</p><!-- HIDDEN four --></body></html>`,
  })
  await app.runDueJobs()
  expect((await acting.runs(logId)).map(({ status }) => status)).toEqual(['done', 'done'])
  const asked = await (await fetch(`${models.url}/control/requests?service=model`)).text()
  expect(asked.split('SEEN-4711').length - 1).toBeGreaterThanOrEqual(2)
  expect(asked).not.toContain('HIDDEN')
})
