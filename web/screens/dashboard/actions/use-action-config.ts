import { type FormEvent, useLayoutEffect, useState } from 'react'
import type { z } from 'zod'
import { isFinal, messageOf } from '../../../api/api-error.ts'
import { type FolderAction, isChangedElsewhere, useConfigureAction } from '../../../api/folder-actions.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'

const notSaved = 'Error saving configuration'

export interface ConfigFormProps {
  /** As it was read. */
  action: FolderAction
  /** Another window has saved it differently since: it is this now. */
  onReread: (action: FolderAction) => void
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
  { action, onReread, onClose, onChanged }: ConfigFormProps,
  schema: z.ZodType<Config>,
  start: Config,
  confirm?: (config: Config) => Promise<boolean>,
) {
  const read = ({ config }: FolderAction): Config => schema.safeParse(config).data ?? start
  const [first] = useState(() => read(action))
  const [config, setConfig] = useState(first)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [confirming, setConfirming] = useState(false)
  // Another window has saved other settings meanwhile: one of both is in the form, the other waits here, as it was left.
  const [other, setOther] = useState<{ hidden: Config; showsMine: boolean } | null>(null)
  const save = useConfigureAction(action, (now) => {
    if (!now) return toastError(notSaved, 'It was changed in another window meanwhile. Please try again.')
    onReread(now)
    setOther({ hidden: read(now), showsMine: true })
  })
  const isChanged = other !== null || JSON.stringify(config) !== JSON.stringify(first)
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
      // What another window has saved is told in the form: a toast would lie on what is to be pressed there.
      onError: (error) =>
        isChangedElsewhere(error) || toastError(notSaved, isFinal(error) ? messageOf(error) : 'Please try again.'),
    })
  }
  const swap = (): void => {
    if (!other) return
    setProblems({})
    setConfig(other.hidden)
    setOther({ hidden: config, showsMine: !other.showsMine })
  }
  return {
    config,
    // On top of what stands there by then: better words for a prompt come long after they were asked for.
    set: (change: Partial<Config>): void => setConfig((now) => ({ ...now, ...change })),
    problems,
    form: {
      submit,
      saving: save.isPending || confirming,
      onClose,
      action,
      config,
      changedElsewhere: other && { showsMine: other.showsMine, swap },
    },
  }
}
