import { type FormEvent, useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import { fileProviderOf, isConfigured, isUsableAction } from '../../../../contract/actions.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { isPermanent, messageOf } from '../../../api/api-error.ts'
import { type FolderAction, isConfigConflict, useConfigureAction } from '../../../api/folder-actions.ts'
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
  action: FolderAction
  /** Another window has saved other settings since; called with the action as it is now. */
  onReloaded: (action: FolderAction) => void
  isNew: boolean
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
  { action, isNew, onReloaded, onSaved, onClose, onChanged }: ConfigFormProps,
  schema: z.ZodType<Config>,
  initial: Config,
  confirm: (config: Config) => Promise<boolean> = async () => true,
) {
  const parse = ({ config }: FolderAction): Config => schema.safeParse(config).data ?? initial
  const [opened] = useState(() => parse(action))
  const [config, setConfig] = useState(opened)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)
  const { withReauthentication } = useReauthentication()
  const activation = useActivation(action, isNew)
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
    const { activate, savedText, connect } = activation(valid)
    try {
      // The server requires a recent sign-in where mail is to be forwarded to a new address.
      await withReauthentication(async () => {
        isConfirmed ||= await confirm(valid)
        if (isConfirmed) await save.mutateAsync({ config: valid, activate })
      })
      if (!isConfirmed) return
      toastSuccess(t('Configuration saved'), savedText, connect)
      onSaved()
    } catch (error) {
      // The form shows a conflict; a toast would cover its buttons.
      if (isCancelled(error) || isConfigConflict(error)) return
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

/**
 * The first save switches an action on, and the first that completes one which could not run, unless its service is not
 * connected.
 */
function useActivation(action: FolderAction, isNew: boolean) {
  const { is_active: isOn, config_version: version, config: saved } = action
  const { name, action_type: type } = action.email_actions
  const services = useServices()
  const { start: startConnecting } = useConnectForAction()
  return (config: Record<string, unknown>): { activate: boolean; savedText?: string; connect?: ToastAction } => {
    if (isOn || version > 1 || !isUsableAction(type) || !isConfigured(type, config)) return { activate: false }
    // It needed nothing: the user has switched it off.
    if (!isNew && fileProviderOf(type) === null && isConfigured(type, saved)) return { activate: false }
    const missing = missingServiceOf(type, services)
    if (missing === null) return { activate: true, savedText: t('{name} is on.', { name: t(name) }) }
    const label = t('Connect {name}', { name: providerNames[missing] })
    return {
      activate: false,
      savedText: t('It starts once {service} is connected.', { service: providerNames[missing] }),
      connect: { label, run: () => startConnecting(action, missing) },
    }
  }
}

const errorsByField = (error: z.ZodError): Partial<Record<string, string>> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), t(message)]))
