import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef } from 'react'
import type { FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { conditionsQuery, useChangeConditions } from '../../../api/folder-conditions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { UnsavedDialog } from '../../../forms/unsaved-dialog.tsx'
import { toastError } from '../../../lib/toast.ts'
import { t, text } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { DialogClose, DialogFooter } from '../../../ui/dialog.tsx'
import { ConditionForm } from './condition-form.tsx'
import { ConditionRow } from './condition-row.tsx'
import { conditionText } from './condition-texts.ts'
import { type ConditionOrder, useConditionOrder } from './use-condition-order.ts'
import { useNewCondition } from './use-new-condition.ts'

const none: readonly FolderCondition[] = []
const unsavedOrderText = text('The new order of the conditions is not saved yet.')
const unaddedConditionText = text('The condition that you have typed is not added yet.')

/** All conditions of the mailbox in their order, and a form for one more. */
export function ConditionsDialog({ folder, onClose }: { folder: EmailFolder; onClose: () => void }) {
  const { mailbox_id: mailboxId } = folder
  const { data: conditions = none } = useQuery(conditionsQuery(mailboxId))
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const order = useConditionOrder(mailboxId, conditions)
  const newCondition = useNewCondition(mailboxId, folder.id)
  const isReordered = order.confirmationIndex !== null
  /** Adds a condition that was typed but not added yet. If it is invalid, the dialog stays open and says why. */
  const done = (event: MouseEvent): void => {
    if (!newCondition.isTyped) return
    event.preventDefault()
    newCondition.add(isReordered ? undefined : onClose)
  }
  return (
    <UnsavedDialog
      unsaved={isReordered ? t(unsavedOrderText) : newCondition.isTyped ? t(unaddedConditionText) : null}
      onClose={onClose}
      title={t('Conditions')}
      description={t('They decide before anything that was learned. If an email meets several, the first one counts.')}
      size="wide"
    >
      <ConditionForm folders={folders} condition={newCondition} />
      <Conditions mailboxId={mailboxId} folders={folders} order={order} busy={newCondition.isAdding} />
      <DialogFooter>
        <DialogClose busy={newCondition.isAdding} onClick={done}>
          {t('Done')}
        </DialogClose>
      </DialogFooter>
    </UnsavedDialog>
  )
}

interface ConditionsProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  order: ConditionOrder
  /** A condition is being added. */
  busy: boolean
}

function Conditions({ mailboxId, folders, order, busy }: ConditionsProps) {
  const change = useChangeConditions(mailboxId)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (condition: FolderCondition): void =>
    change.mutate(
      { action: 'remove', conditionId: condition.id },
      {
        onSuccess: () => {
          // The row, which had the focus, is removed.
          heading.current?.focus()
          announce(t('Removed: {condition}', { condition: conditionText(condition) }))
        },
        onError: (error) =>
          toastError(t('Update Failed'), errorMessageOr(error, t('Failed to update conditions. Please try again.'))),
      },
    )
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="mt-6 text-sm font-semibold">
        {t('Order')}
      </h3>
      {order.shown.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{t('There are no conditions yet.')}</p>
      ) : (
        <ol className="mt-2 divide-y divide-line text-sm">
          {order.shown.map((condition, index) => (
            <ConditionRow
              key={condition.id}
              condition={condition}
              folder={folders.find(({ id }) => id === condition.folderId)}
              index={index}
              order={order}
              busy={busy || change.isPending || order.isSaving}
              onRemove={() => remove(condition)}
            />
          ))}
        </ol>
      )}
    </>
  )
}
