import { z } from 'zod'
import { Effect } from '../../../contract/action-runs.ts'

/** What a step came to. */
export const StepResult = z.strictObject({
  effects: z.array(Effect).max(100),
  notes: z.array(z.string().max(300)).max(30),
  /** What was found in the mail, as it is shown: "total: 12,50 €". */
  found: z.array(z.string().max(300)).max(10),
})
export type StepResult = z.infer<typeof StepResult>

/** Steps that are done, and the one that may have had an effect: whoever takes over looks. */
const Progress = z.strictObject({
  configVersion: z.int(),
  done: z.array(StepResult).max(10),
  /** Which contact is being made, as a hash of the person and the address; null where none is. */
  contact: z.string().max(64).nullable(),
})
export type Progress = z.infer<typeof Progress>

/** Another version of the configuration has another plan: it begins anew, and every tool looks first what is there. */
export function readProgress(stored: unknown, configVersion: number): Progress {
  const read = Progress.safeParse(stored)
  return read.success && read.data.configVersion === configVersion
    ? { ...read.data, contact: null }
    : { configVersion, done: [], contact: null }
}

export const nothing: StepResult = { effects: [], notes: [], found: [] }
