import { z } from 'zod'
import { Effect } from '../../../contract/action-runs.ts'
import { effectLabelMaxLength, maxPlanSteps } from '../../../contract/limits.ts'
import { stepNoteMaxLength } from '../limits.ts'
import { extractionMaxFields } from '../../limits.ts'

const stepMaxNotes = 30
const stepMaxEffects = 100
const contactIdMaxLength = 64

/** The result of a step. */
export const StepResult = z.strictObject({
  effects: z.array(Effect).max(stepMaxEffects),
  notes: z.array(z.string().max(stepNoteMaxLength)).max(stepMaxNotes),
  /** Data found in the message, as shown: "total: 12,50 €". */
  found: z.array(z.string().max(effectLabelMaxLength)).max(extractionMaxFields),
})
export type StepResult = z.infer<typeof StepResult>

/** The finished steps, and the contact that is being created: after a crash the next worker looks for it first. */
const Progress = z.strictObject({
  configVersion: z.int(),
  done: z.array(StepResult).max(maxPlanSteps),
  /** Hash of user and address; null if no contact is being created. */
  contact: z.string().max(contactIdMaxLength).nullable(),
})
export type AgentProgress = z.infer<typeof Progress>

/**
 * Another configuration version has another plan, so the steps start again; every tool looks for existing effects
 * first.
 */
export function parseAgentProgress(stored: unknown, configVersion: number): AgentProgress {
  const read = Progress.safeParse(stored)
  return read.success && read.data.configVersion === configVersion
    ? { ...read.data, contact: null }
    : { configVersion, done: [], contact: null }
}

export const emptyStepResult: StepResult = { effects: [], notes: [], found: [] }
