import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef } from 'react'
import type { FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { explain } from '../../../api/api-error.ts'
import { conditionsQuery, useChangeConditions } from '../../../api/folder-conditions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { toastError } from '../../../lib/toast.ts'
import { UnsavedDialog } from '../../../shell/unsaved-dialog.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { DialogClose } from '../../../ui/dialog.tsx'
import { ConditionForm } from './condition-form.tsx'
import { ConditionRow } from './condition-row.tsx'
import { conditionWords } from './condition-words.ts'
import { type ConditionOrder, useConditionOrder } from './use-condition-order.ts'
import { useNewCondition } from './use-new-condition.ts'

const none: readonly FolderCondition[] = []
const reordered = 'The new order of the conditions is not saved yet.'
const typed = 'The condition that you have typed is not added yet.'

/** All conditions of the mailbox in their order, and a form for one more. */
export function ConditionsDialog({ folder, onClose }: { folder: EmailFolder; onClose: () => void }) {
  const { mailbox_id: mailboxId } = folder
  const { data: conditions = none } = useQuery(conditionsQuery(mailboxId))
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const order = useConditionOrder(mailboxId, conditions)
  const added = useNewCondition(mailboxId, folder.id)
  const isReordered = order.askedAt !== null
  /** Who has typed one wants it: it is added first, and where it is refused the dialog stays and says why. */
  const done = (event: MouseEvent): void => {
    if (!added.isTyped) return
    event.preventDefault()
    added.add(isReordered ? undefined : onClose)
  }
  return (
    <UnsavedDialog
      unsaved={isReordered ? reordered : added.isTyped ? typed : null}
      onClose={onClose}
      title="Conditions"
      description="They decide before anything that was learned. Where a mail meets several, the first one counts."
      size="wide"
    >
      <ConditionForm folders={folders} condition={added} />
      <Conditions mailboxId={mailboxId} folders={folders} order={order} busy={added.isAdding} />
      <div className="mt-6 flex justify-end">
        <DialogClose busy={added.isAdding} onClick={done}>
          Done
        </DialogClose>
      </div>
    </UnsavedDialog>
  )
}

interface ConditionsProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  order: ConditionOrder
  /** One is being added. */
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
          // Its row goes, and what was focused with it.
          heading.current?.focus()
          announce(`Removed: ${conditionWords(condition)}`)
        },
        onError: (error) =>
          toastError('Update Failed', explain(error, 'Failed to update conditions. Please try again.')),
      },
    )
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="mt-6 text-sm font-semibold">
        In this order
      </h3>
      {order.shown.length === 0 ? (
        <p className="mt-2 text-sm text-muted">There are no conditions yet.</p>
      ) : (
        <ol className="mt-2 divide-y divide-line text-sm">
          {order.shown.map((condition, at) => (
            <ConditionRow
              key={condition.id}
              condition={condition}
              folder={folders.find(({ id }) => id === condition.folderId)}
              at={at}
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
