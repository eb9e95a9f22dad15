import { type FormEvent, useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import { isConfigured, isUsableAction } from '../../../../contract/actions.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { isPermanent, messageOf } from '../../../api/api-error.ts'
import {
  type EditedAction,
  type FolderAction,
  isConfigConflict,
  useConfigureAction,
} from '../../../api/folder-actions.ts'
import { isCancelled, useReauthentication } from '../../../features/reauthentication/reauthentication-provider.tsx'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { t, text } from '../../../texts/translate.ts'
import type { ToastAction } from '../../../ui/toast-store.ts'
import { useConflict } from './conflict-notice.tsx'
import { useConnectForAction } from './use-connect-for-action.ts'
import { missingServiceOf, useServices } from './use-services.ts'

const notSaved = text('Error saving configuration')

export interface ConfigFormProps {
  /** As last read from the server. */
  action: EditedAction
  /** Another window has saved other settings since; called with the action as it is now. */
  onReloaded: (action: FolderAction) => void
  onSaved: () => void
  /** The user cancelled; no confirmation is needed. */
  onClose: () => void
  /** Called with whether the form has unsaved changes. */
  onChanged: (changed: boolean) => void
}

/**
 * State and submission of a form that edits the settings of an action. A failed save keeps the input.
 * @param initial used if the stored settings are invalid (or no longer valid)
 * @param confirm runs before saving; false: nothing is saved, and the form says why
 */
export function useActionConfig<Config extends Record<string, unknown>>(
  { action, onReloaded, onSaved, onClose, onChanged }: ConfigFormProps,
  schema: z.ZodType<Config>,
  initial: Config,
  confirm: (config: Config) => Promise<boolean> = async () => true,
) {
  const parse = ({ config }: EditedAction): Config => schema.safeParse(config).data ?? initial
  const [opened] = useState(() => parse(action))
  const [config, setConfig] = useState(opened)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)
  const { withReauthentication } = useReauthentication()
  const activation = useActivation(action)
  const { conflict, reportConflict } = useConflict(config, (next) => {
    setErrors({})
    setConfig(next)
  })
  const save = useConfigureAction(action, (current) => {
    if (!current) return toastError(t(notSaved), t('It was changed in another window. Please try again.'))
    onReloaded(current)
    reportConflict(parse(current))
  })
  const isChanged = conflict !== null || JSON.stringify(config) !== JSON.stringify(opened)
  // Layout effect: the next key can be Escape, which must find the current value.
  useLayoutEffect(() => onChanged(isChanged), [isChanged, onChanged])

  const saveConfig = async (valid: Config): Promise<void> => {
    let isConfirmed = false
    const { activate, savedText, connectFor } = activation(valid)
    try {
      // The server requires a recent sign-in where mail is to be forwarded to a new address.
      const saved = await withReauthentication(async () => {
        isConfirmed ||= await confirm(valid)
        return isConfirmed ? save.mutateAsync({ config: valid, activate }) : null
      })
      if (!isConfirmed) return
      const title = action.id === null ? t('Action added') : t('Configuration saved')
      toastSuccess(title, savedText, saved ? connectFor?.(saved) : undefined)
      onSaved()
    } catch (error) {
      // The form shows a conflict; a toast would cover its buttons.
      if (isCancelled(error) || isConfigConflict(error)) return
      if (action.id === null && !isPermanent(error))
        return toastError(t('Error'), t('Failed to add action. Please try again.'))
      toastError(t(notSaved), isPermanent(error) ? messageOf(error) : t('Please try again.'))
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const parsed = schema.safeParse(config)
    if (!parsed.success) {
      setErrors(errorsByField(parsed.error))
      // After the field is rendered as invalid.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setErrors({})
    setSaving(true)
    await saveConfig(parsed.data).finally(() => setSaving(false))
  }
  return {
    config,
    // Functional update: an enhanced prompt arrives long after it was requested.
    set: (change: Partial<Config>): void => setConfig((now) => ({ ...now, ...change })),
    errors,
    form: { submit, saving, onClose, action, config, conflict },
  }
}

interface Activation {
  activate: boolean
  savedText?: string
  /** Offers to connect the service that the saved action lacks. */
  connectFor?: (saved: FolderAction) => ToastAction
}

/** The first save switches an action on, and one that completes it, unless its service is not connected. */
function useActivation({ id, is_active: isOn, config: saved, email_actions }: EditedAction) {
  const { name, action_type: type } = email_actions
  const services = useServices()
  const { start: startConnecting } = useConnectForAction()
  return (config: Record<string, unknown>): Activation => {
    if (isOn || !isUsableAction(type) || !isConfigured(type, config)) return { activate: false }
    // It needed nothing: the user has switched it off.
    if (id !== null && isConfigured(type, saved)) return { activate: false }
    const missing = missingServiceOf(type, services)
    if (missing === null) return { activate: true, savedText: t('{name} is on.', { name: t(name) }) }
    const service = providerNames[missing]
    return {
      activate: false,
      savedText: t('It starts once {service} is connected.', { service }),
      connectFor: (action) => ({
        label: t('Connect {name}', { name: service }),
        run: () => startConnecting(action, missing),
      }),
    }
  }
}

const errorsByField = (error: z.ZodError): Partial<Record<string, string>> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), t(message)]))
