import type { Kit } from '../kit/kit.ts'

/** Modes of the simulated model; see `docs/sandbox.md`. */
export const MODES = ['scripted', 'by-mail', 'garbage', 'slow', 'refuse', 'obey-mail'] as const
type Mode = (typeof MODES)[number]

export type LanguageModel = {
  mode: Mode
  /** In `scripted`: returned in order; the last one repeats. In `by-mail`: rules as JSON. */
  answers: string[]
  /** In `slow`: delay of an answer. */
  delayMs: number
  answered: number
}

/** The model id and API key that the sandbox accepts. */
export const MODEL_ID = 'sandbox-model'
export const MODEL_KEY = 'mailroom-sandbox-key'

const atStart = (): LanguageModel => ({ mode: 'refuse', answers: [], delayMs: 60_000, answered: 0 })

export function createLanguageModel(sandbox: Kit): LanguageModel {
  const model = atStart()
  sandbox.onReset.push(() => {
    Object.assign(model, atStart())
  })
  return model
}
