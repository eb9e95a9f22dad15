import { expect, test } from 'vitest'
import { effectLabelMaxLength } from '../../../contract/limits.ts'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { saveProgress } from './action-run-queries.ts'
import { sanitizeEffects } from '../runner/sanitize-effects.ts'
import { saveVisibleEffects } from '../store-attachments/stored-attachment-queries.ts'

/** Untrusted text is cut in many places before it reaches the history; no cut may prevent a run's result. */

const app = await appOfFile()
const acting = await actingMailbox(app, ['draft_reply'])

test('a subject whose emoji is cut by the length limit does not prevent the result', async () => {
  const subject = `${'x'.repeat(effectLabelMaxLength - 21)}📎 and more`
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject, text: 'Could you tell us, please?' })
  await app.runDueJobs()
  const [run] = await acting.runs(logId)
  expect(run).toMatchObject({ status: 'done', reason: 'done' })
  expect(run?.effects[0]?.label).toBe(`Reply to “${'x'.repeat(effectLabelMaxLength - 21)}\ufffd”`)
  expect(await acting.waiting()).toEqual([])
})

test('extra effects are dropped and unpaired surrogates are stored during a run', async () => {
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Hello', text: 'Hello, thank you.' })
  const [run] = await acting.runs(logId)
  const effects = Array.from({ length: 130 }, (_, at) => ({ kind: 'file' as const, label: `\ud83d ${at}`, url: null }))
  const runId = run?.id ?? ''
  await app.ctx.db.asService(async (tx) => {
    await saveVisibleEffects(tx, runId, effects)
    await saveProgress(tx, { runId, userId: acting.who.userId, progress: { step: '\ud83d' } })
  })
  expect((await acting.runs(logId))[0]?.effects).toHaveLength(100)
})

test.each([
  ['https://files.example/a', 'https://files.example/a'],
  ['http://127.0.0.1:4000/files', 'http://127.0.0.1:4000/files'],
  ['javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  [' https://files.example/a', null],
  [`https://files.example/${'a'.repeat(2000)}`, null],
  [null, null],
])('an effect with URL %s links to %s', (url, shown) => {
  expect(sanitizeEffects([{ kind: 'file', label: 'x'.repeat(400), url }])).toEqual([
    { kind: 'file', label: 'x'.repeat(300), url: shown },
  ])
})

test('saves the results of ten steps with a hundred files each', async () => {
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Hello', text: 'Hello, thank you.' })
  const [run] = await acting.runs(logId)
  const file = { kind: 'file', label: 'я'.repeat(300), url: `https://files.example/${'%D1%8F'.repeat(320)}` }
  const progress = { done: Array.from({ length: 10 }, () => ({ effects: Array.from({ length: 100 }, () => file) })) }
  const kept = { runId: run?.id ?? '', userId: acting.who.userId, progress }
  await expect(app.ctx.db.asService((tx) => saveProgress(tx, kept))).resolves.toBeUndefined()
})
