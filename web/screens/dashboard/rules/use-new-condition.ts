import { useRef, useState } from 'react'
import { type ConditionKind, conditionValue } from '../../../../contract/functions/folder-conditions.ts'
import { explain } from '../../../api/api-error.ts'
import { useChangeConditions } from '../../../api/folder-conditions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { conditionWords, problemWith } from './condition-words.ts'

/** A condition that is being typed. @param first the folder that is chosen at first */
export function useNewCondition(mailboxId: string, first: string) {
  const change = useChangeConditions(mailboxId)
  const [kind, setKind] = useState<ConditionKind>('address')
  const [typed, setTyped] = useState('')
  const [folderId, setFolderId] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  /** @returns null where it is none; the field says why then */
  const checked = (): string | null => {
    const value = conditionValue(kind, typed)
    if (value === null) {
      setProblem(problemWith(kind, typed) ?? null)
      field.current?.focus()
    }
    return value
  }
  /** What is refused says why, and stays to be changed. */
  const add = (onAdded?: () => void): void => {
    if (change.isPending) return
    const value = checked()
    if (value === null) return
    change.mutate(
      { action: 'add', condition: { folderId, kind, value } },
      {
        onSuccess: () => {
          setTyped('')
          announce(`Added: ${conditionWords({ kind, value })}`)
          field.current?.focus()
          onAdded?.()
        },
        onError: (error) =>
          toastError('Update Failed', explain(error, 'Failed to update conditions. Please try again.')),
      },
    )
  }
  return {
    kind,
    typed,
    folderId,
    problem,
    field,
    isTyped: typed.trim() !== '',
    isAdding: change.isPending,
    choose: (chosen: ConditionKind): void => {
      setKind(chosen)
      setProblem(null)
    },
    type: (text: string): void => {
      setTyped(text)
      setProblem(null)
    },
    chooseFolder: setFolderId,
    checked,
    add,
  }
}
export type NewCondition = ReturnType<typeof useNewCondition>
