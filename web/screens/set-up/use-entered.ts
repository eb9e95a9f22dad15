import { type ChangeEvent, useState } from 'react'
import type {
  EnteredValues,
  OperatorSettingsState,
  SettingState,
} from '../../../contract/functions/operator-settings.ts'
import { type OperatorSetting, secretSettings } from '../../../contract/operator-settings.ts'
import { t } from '../../texts/translate.ts'

export const settingOf = ({ settings }: OperatorSettingsState, name: OperatorSetting): SettingState =>
  settings.find((setting) => setting.name === name) ?? { name, source: null, value: null }

interface FieldProps {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  disabled: boolean
  hint?: string
}

interface Entered {
  values: Readonly<Partial<Record<OperatorSetting, string>>>
  set: (name: OperatorSetting, value: string) => void
  /** Props of a text field. @param hint below it, unless it cannot be changed */
  field: (name: OperatorSetting, hint?: string) => FieldProps
  /** What differs from what is set: a secret that is not entered stays. */
  changes: () => EnteredValues
}

/** What an operator types into the fields of a part, which begin with what is set. */
export function useEntered(state: OperatorSettingsState, names: readonly OperatorSetting[]): Entered {
  const [typed, setTyped] = useState<Partial<Record<OperatorSetting, string>>>({})
  const initial = (name: OperatorSetting): string => settingOf(state, name).value ?? ''
  const valueOf = (name: OperatorSetting): string => typed[name] ?? initial(name)
  const set = (name: OperatorSetting, value: string): void => setTyped((before) => ({ ...before, [name]: value }))
  return {
    values: Object.fromEntries(names.map((name) => [name, valueOf(name)])),
    set,
    field(name, hint) {
      const { source } = settingOf(state, name)
      const isGiven = source === 'environment'
      const isKept = source === 'page' && secretSettings.includes(name)
      const note = isGiven
        ? t('Set in the environment; change it there.')
        : isKept
          ? t('Is set. Leave it empty to keep it.')
          : hint
      return {
        value: valueOf(name),
        disabled: isGiven,
        onChange: (event) => set(name, event.target.value),
        ...(note !== undefined && { hint: note }),
      }
    },
    changes: () =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = valueOf(name).trim()
          return settingOf(state, name).source === 'environment' || value === initial(name) ? [] : [[name, value]]
        }),
      ),
  }
}
