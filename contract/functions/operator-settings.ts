import { z } from 'zod'
import { OperatorSetting, SetUpPart } from '../operator-settings.ts'

/** What was entered: a missing setting stays as it is, and an empty one is removed. */
const Values = z.partialRecord(
  OperatorSetting,
  z
    .string()
    .max(4096)
    .regex(/^\P{Cc}*$/u),
)
export type EnteredValues = z.infer<typeof Values>

export const OperatorSettingsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('read') }),
  /** Real calls with what is stored and entered, which change nothing. */
  z.strictObject({ action: z.literal('check'), part: SetUpPart, values: Values }),
  /** Then all nodes start again. */
  z.strictObject({ action: z.literal('save'), part: SetUpPart, values: Values }),
  /** To the operator, by the mail server that is in use. */
  z.strictObject({ action: z.literal('send-test-email') }),
  /** Asks servers on this machine, or on those of its network, for their list of models only. */
  z.strictObject({ action: z.literal('find-models'), where: z.enum(['machine', 'network']) }),
])
export type OperatorSettingsInput = z.infer<typeof OperatorSettingsInput>

/** Why what was entered is not valid; `name`: of one setting. */
export const SettingProblem = z.object({ name: OperatorSetting.nullable(), message: z.string() })
export type SettingProblem = z.infer<typeof SettingProblem>

export const SettingState = z.object({
  name: OperatorSetting,
  /** Null: it is not set. What the environment sets cannot be changed on the page. */
  source: z.enum(['environment', 'page']).nullable(),
  /** Null for a secret. */
  value: z.string().nullable(),
})
export type SettingState = z.infer<typeof SettingState>

export const OperatorSettingsState = z.object({
  settings: SettingState.array(),
  /** Why stored settings are not used. */
  problems: SettingProblem.array(),
  /** False until the node that responds has started again with what is stored. */
  isInEffect: z.boolean(),
  /** The sandbox uses none of these settings. */
  usesSandbox: z.boolean(),
  publicUrl: z.string(),
})
export type OperatorSettingsState = z.infer<typeof OperatorSettingsState>

export const SetUpFinding = z.object({
  level: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
  remedy: z.string().nullable(),
})
export type SetUpFinding = z.infer<typeof SetUpFinding>

export const FoundLanguageModels = z.object({ server: z.string(), baseUrl: z.string(), models: z.string().array() })
export type FoundLanguageModels = z.infer<typeof FoundLanguageModels>

export const OperatorSettingsOutput = z.union([
  OperatorSettingsState,
  z.object({ problems: SettingProblem.array(), findings: SetUpFinding.array() }),
  z.object({ servers: FoundLanguageModels.array() }),
  z.object({ sentTo: z.string() }),
])
