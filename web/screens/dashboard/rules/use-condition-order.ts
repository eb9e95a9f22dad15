import { useState } from 'react'
import { arranged, type FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import { explain } from '../../../api/api-error.ts'
import { useChangeConditions } from '../../../api/folder-conditions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { conditionWords } from './condition-words.ts'

interface Draft {
  order: readonly string[]
  /** The one that was moved last: its row asks whether to save. */
  movedId: string
}

const idsOf = (conditions: readonly FolderCondition[]): string[] => conditions.map(({ id }) => id)

/** The conditions in the order in which the person puts them, which is not stored before they say so. */
export function useConditionOrder(mailboxId: string, stored: readonly FolderCondition[]) {
  const change = useChangeConditions(mailboxId)
  const [draft, setDraft] = useState<Draft | null>(null)
  const shown = draft ? arranged(stored, draft.order) : stored
  const order = idsOf(shown)
  const isChanged = idsOf(stored).some((id, at) => id !== order[at])
  // Where another window has removed the one that was moved, somebody else's row asks.
  const movedAt = Math.max(0, order.indexOf(draft?.movedId ?? ''))

  const move = (from: number, to: number): void => {
    const moved = shown[from]
    if (!moved || change.isPending) return
    const words = conditionWords(moved)
    if (to < 0 || to >= shown.length) return announce(`${words} is already ${to < 0 ? 'first' : 'last'}`)
    const next = idsOf(shown.toSpliced(from, 1).toSpliced(to, 0, moved))
    const isBack = idsOf(stored).every((id, at) => id === next[at])
    setDraft(isBack ? null : { order: next, movedId: moved.id })
    announce(`${words} is number ${to + 1} of ${shown.length}, ${isBack ? 'as it was' : 'not saved yet'}`)
  }
  const save = (onSaved: () => void): void =>
    change.mutate(
      { action: 'order', order },
      {
        onSuccess: () => {
          setDraft(null)
          announce('The order of the conditions is saved')
          onSaved()
        },
        onError: (error) =>
          toastError('Update Failed', explain(error, 'Failed to update conditions. Please try again.')),
      },
    )
  return {
    shown,
    /** The place of the row that asks; null where the order is the one that is stored. */
    askedAt: isChanged ? movedAt : null,
    order,
    move,
    save,
    cancel: () => {
      setDraft(null)
      announce('The order is as it was')
    },
    isSaving: change.isPending,
  }
}
export type ConditionOrder = ReturnType<typeof useConditionOrder>
