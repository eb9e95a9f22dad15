import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingMailbox, type ActingMailbox } from '../../test/kit/acting-mailbox.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { saveProgress } from './run-queries.ts'
import { shownEffects } from './shown-effects.ts'
import { showEffects } from './store/store-queries.ts'

/** What strangers write comes into the history by cuts of all kinds; none of it may keep a run from its end. */

let app: App
let acting: ActingMailbox
beforeAll(async () => {
  app = await startApp()
  acting = await actingMailbox(app, ['draft_reply'])
})
afterAll(() => app[Symbol.asyncDispose]())

test('a subject whose emoji is cut in half by the label ends like all others', async () => {
  const subject = `${'x'.repeat(289)}📎 and more`
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject, text: 'Could you tell us, please?' })
  await app.drain()
  const [run] = await acting.runs(logId)
  expect(run).toMatchObject({ status: 'done', reason: 'done' })
  expect(run?.effects[0]?.label).toBe(`Reply to “${'x'.repeat(289)}\ufffd`)
  expect(await acting.waiting()).toEqual([])
})

test('more effects than a run can show are cut, and halves of characters are stored, while it goes on', async () => {
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Hello', text: 'Hello, thank you.' })
  const [run] = await acting.runs(logId)
  const effects = Array.from({ length: 130 }, (_, at) => ({ kind: 'file' as const, label: `\ud83d ${at}`, url: null }))
  const runId = run?.id ?? ''
  await app.ctx.db.asService(async (tx) => {
    await showEffects(tx, runId, effects)
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
])('an effect at %s links to %s', (url, shown) => {
  expect(shownEffects([{ kind: 'file', label: 'x'.repeat(400), url }])).toEqual([
    { kind: 'file', label: 'x'.repeat(300), url: shown },
  ])
})

test('what a plan of ten steps with a hundred files each has done is kept', async () => {
  const { logId } = await acting.sorted({ from: 'anna@shop.example', subject: 'Hello', text: 'Hello, thank you.' })
  const [run] = await acting.runs(logId)
  const file = { kind: 'file', label: 'я'.repeat(300), url: `https://files.example/${'%D1%8F'.repeat(320)}` }
  const progress = { done: Array.from({ length: 10 }, () => ({ effects: Array.from({ length: 100 }, () => file) })) }
  const kept = { runId: run?.id ?? '', userId: acting.who.userId, progress }
  await expect(app.ctx.db.asService((tx) => saveProgress(tx, kept))).resolves.toBeUndefined()
})
