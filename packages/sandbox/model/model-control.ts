import { Hono } from 'hono'
import { z } from 'zod'
import { readControl } from '../kit/read-control.ts'
import { type LanguageModel, MODES } from './model-state.ts'

const Change = z.strictObject({
  mode: z.enum(MODES),
  /** Values that are not strings are written as JSON. */
  answers: z.array(z.unknown()).max(1000).default([]),
  delayMs: z.int().min(0).max(600_000).default(60_000),
})

/** `/control/model`: sets the model's mode and answers. */
export function modelControl(model: LanguageModel): Hono {
  const app = new Hono()
  app.put('/', async (c) => {
    const { mode, answers, delayMs } = await readControl(c, Change)
    const texts = answers.map((answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer)))
    Object.assign(model, { mode, answers: texts, delayMs, answered: 0 })
    return c.json(model)
  })
  app.get('/', (c) => c.json(model))
  return app
}
