import { type FormEvent, useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import { isFinal, messageOf } from '../../api/api-error.ts'
import { type FolderAction, useConfigureAction } from '../../api/folder-actions.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'

export interface ConfigFormProps {
  action: FolderAction
  /** It is saved, or given up: nothing is asked any more. */
  onClose: () => void
  /** Whether there is something to lose. */
  onChanged: (changed: boolean) => void
}

/**
 * How an action is set up while it is being edited, and how it is saved. What is wrong is told at its field; a failure keeps
 * what was typed.
 * @param start where what is stored is not (or no longer) allowed
 * @param confirm asked before it is saved; where it says no, it is not, and the form says why by its button
 */
export function useActionConfig<Config extends Record<string, unknown>>(
  { action, onClose, onChanged }: ConfigFormProps,
  schema: z.ZodType<Config>,
  start: Config,
  confirm?: (config: Config) => Promise<boolean>,
) {
  const [first] = useState<Config>(() => schema.safeParse(action.config).data ?? start)
  const [config, setConfig] = useState(first)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [confirming, setConfirming] = useState(false)
  const save = useConfigureAction(action)
  const isChanged = JSON.stringify(config) !== JSON.stringify(first)
  // At once: the very next key may be Escape.
  useLayoutEffect(() => onChanged(isChanged), [isChanged, onChanged])

  const isConfirmed = async (checked: Config): Promise<boolean> => {
    if (!confirm) return true
    setConfirming(true)
    try {
      return await confirm(checked)
    } finally {
      setConfirming(false)
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const checked = schema.safeParse(config)
    if (!checked.success) {
      setProblems(Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])))
      // Once the field is marked.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setProblems({})
    if (!(await isConfirmed(checked.data))) return
    save.mutate(checked.data, {
      onSuccess: () => {
        toastSuccess('Configuration saved')
        onClose()
      },
      onError: (error) =>
        toastError('Error saving configuration', isFinal(error) ? messageOf(error) : 'Please try again.'),
    })
  }
  return {
    config,
    // On top of what stands there by then: better words for a prompt come long after they were asked for.
    set: (change: Partial<Config>): void => setConfig((now) => ({ ...now, ...change })),
    problems,
    form: { submit, saving: save.isPending || confirming, onClose, action, config },
  }
}
