import { useState } from 'react'
import { arranged, type FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useChangeConditions } from '../../../api/folder-conditions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { conditionText } from './condition-texts.ts'
import { t } from '../../../texts/translate.ts'

interface Draft {
  order: readonly string[]
  /** The condition that was moved last; its row has the confirmation. */
  movedId: string
}

const idsOf = (conditions: readonly FolderCondition[]): string[] => conditions.map(({ id }) => id)

/** The order of the conditions, as edited. It is saved once the user confirms it. */
export function useConditionOrder(mailboxId: string, stored: readonly FolderCondition[]) {
  const change = useChangeConditions(mailboxId)
  const [draft, setDraft] = useState<Draft | null>(null)
  const shown = draft ? arranged(stored, draft.order) : stored
  const order = idsOf(shown)
  const isChanged = idsOf(stored).some((id, at) => id !== order[at])
  // If another window has removed the moved condition, the first row has the confirmation.
  const movedIndex = Math.max(0, order.indexOf(draft?.movedId ?? ''))

  const move = (from: number, to: number): void => {
    const moved = shown[from]
    if (!moved || change.isPending) return
    const condition = conditionText(moved)
    if (to < 0 || to >= shown.length)
      return announce(
        to < 0 ? t('{condition} is already first', { condition }) : t('{condition} is already last', { condition }),
      )
    const next = idsOf(shown.toSpliced(from, 1).toSpliced(to, 0, moved))
    const isBack = idsOf(stored).every((id, at) => id === next[at])
    setDraft(isBack ? null : { order: next, movedId: moved.id })
    const place = { condition, number: to + 1, count: shown.length }
    announce(
      isBack
        ? t('{condition} is number {number} of {count}, as it was', place)
        : t('{condition} is number {number} of {count}, not saved yet', place),
    )
  }
  const save = (onSaved: () => void): void =>
    change.mutate(
      { action: 'order', order },
      {
        onSuccess: () => {
          setDraft(null)
          announce(t('The order of the conditions is saved'))
          onSaved()
        },
        onError: (error) =>
          toastError(t('Update Failed'), errorMessageOr(error, t('Failed to update conditions. Please try again.'))),
      },
    )
  return {
    shown,
    /** Row that has the confirmation; null: the order is the saved one. */
    confirmationIndex: isChanged ? movedIndex : null,
    order,
    move,
    save,
    cancel: () => {
      setDraft(null)
      announce(t('The order is as it was'))
    },
    isSaving: change.isPending,
  }
}
export type ConditionOrder = ReturnType<typeof useConditionOrder>
