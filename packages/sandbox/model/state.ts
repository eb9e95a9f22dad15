import type { World } from '../kit/world.ts'

/** How the stand-in answers; `docs/sandbox.md` says what each does. */
export const MODES = ['scripted', 'garbage', 'slow', 'refuse', 'obey-mail'] as const
export type Mode = (typeof MODES)[number]

export type LanguageModel = {
  mode: Mode
  /** In `scripted`: used in order, the last again and again. */
  answers: string[]
  /** In `slow`: how long an answer takes. */
  delayMs: number
  answered: number
}

/** The id that a client has to name, and the key that it has to show. */
export const MODEL_ID = 'sandbox-model'
export const MODEL_KEY = 'mailroom-sandbox-key'

const atStart = (): LanguageModel => ({ mode: 'refuse', answers: [], delayMs: 60_000, answered: 0 })

export function createLanguageModel(world: World): LanguageModel {
  const model = atStart()
  world.onReset.push(() => {
    Object.assign(model, atStart())
  })
  return model
}
