import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  type EnteredValues,
  FoundLanguageModels,
  OperatorSettingsState,
  SettingProblem,
  SetUpFinding,
} from '../../contract/functions/operator-settings.ts'
import type { SetUpPart } from '../../contract/operator-settings.ts'
import { callFunction } from './call-function.ts'

/** While the server starts again it is asked until it has. */
const restartPollMs = 1000

export const operatorSettingsQuery = queryOptions({
  queryKey: ['operator-settings'],
  queryFn: () => callFunction('operator-settings', { action: 'read' }, OperatorSettingsState),
  retry: false,
  refetchInterval: ({ state }) => (state.data?.isInEffect === false && !state.data.usesSandbox ? restartPollMs : false),
})

const Outcome = z.object({ problems: SettingProblem.array(), findings: SetUpFinding.array() })
export type SettingsOutcome = z.infer<typeof Outcome>

export const checkSettings = (part: SetUpPart, values: EnteredValues): Promise<SettingsOutcome> =>
  callFunction('operator-settings', { action: 'check', part, values }, Outcome)

export const saveSettings = (part: SetUpPart, values: EnteredValues): Promise<SettingsOutcome> =>
  callFunction('operator-settings', { action: 'save', part, values }, Outcome)

/** @returns the address */
export const sendTestEmail = async (): Promise<string> =>
  (await callFunction('operator-settings', { action: 'send-test-email' }, z.object({ sentTo: z.string() }))).sentTo

export const findModels = async (where: 'machine' | 'network'): Promise<FoundLanguageModels[]> =>
  (
    await callFunction(
      'operator-settings',
      { action: 'find-models', where },
      z.object({ servers: FoundLanguageModels.array() }),
    )
  ).servers
