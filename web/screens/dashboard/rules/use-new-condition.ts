import { useRef, useState } from 'react'
import { type ConditionKind, conditionValue } from '../../../../contract/functions/folder-conditions.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useChangeConditions } from '../../../api/folder-conditions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { conditionText, conditionErrorText } from './condition-texts.ts'
import { t } from '../../../texts/translate.ts'

/**
 * State of the form that adds a condition.
 * @param initialFolderId the folder that is selected first
 */
export function useNewCondition(mailboxId: string, initialFolderId: string) {
  const change = useChangeConditions(mailboxId)
  const [kind, setKind] = useState<ConditionKind>('address')
  const [typed, setTyped] = useState('')
  const [folderId, setFolderId] = useState(initialFolderId)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  /** @returns null if the text is invalid; the field then shows why */
  const validate = (): string | null => {
    const value = conditionValue(kind, typed)
    if (value === null) {
      setError(conditionErrorText(kind, typed) ?? null)
      field.current?.focus()
    }
    return value
  }
  /** An invalid or refused condition stays in the form, with an error. */
  const add = (onAdded?: () => void): void => {
    if (change.isPending) return
    const value = validate()
    if (value === null) return
    change.mutate(
      { action: 'add', condition: { folderId, kind, value } },
      {
        onSuccess: () => {
          setTyped('')
          announce(t('Added: {condition}', { condition: conditionText({ kind, value }) }))
          field.current?.focus()
          onAdded?.()
        },
        onError: (failure) =>
          toastError(t('Update Failed'), errorMessageOr(failure, t('Failed to update conditions. Please try again.'))),
      },
    )
  }
  return {
    kind,
    typed,
    folderId,
    error,
    field,
    isTyped: typed.trim() !== '',
    isAdding: change.isPending,
    setKind: (chosen: ConditionKind): void => {
      setKind(chosen)
      setError(null)
    },
    setTyped: (text: string): void => {
      setTyped(text)
      setError(null)
    },
    setFolderId,
    validate,
    add,
  }
}
export type NewCondition = ReturnType<typeof useNewCondition>
