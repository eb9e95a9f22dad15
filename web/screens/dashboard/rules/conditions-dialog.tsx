import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { explain } from '../../../api/api-error.ts'
import { conditionsQuery, useChangeConditions } from '../../../api/folder-conditions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConditionForm } from './condition-form.tsx'
import { ConditionRow } from './condition-row.tsx'
import { conditionWords } from './condition-words.ts'

/** All conditions of the mailbox in their order, and a form for one more. */
export function ConditionsDialog({ folder, onClose }: { folder: EmailFolder; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Conditions"
      description="They decide before anything that was learned. Where a mail meets several, the first one counts."
      size="wide"
    >
      <Conditions folder={folder} />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}

function Conditions({ folder }: { folder: EmailFolder }) {
  const { mailbox_id: mailboxId } = folder
  const { data: conditions = [] } = useQuery(conditionsQuery(mailboxId))
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const change = useChangeConditions(mailboxId)
  const order = useRef<HTMLHeadingElement>(null)
  const failed = (error: Error): void =>
    toastError('Update Failed', explain(error, 'Failed to update conditions. Please try again.'))

  return (
    <>
      <ConditionForm folders={folders} folderId={folder.id} mailboxId={mailboxId} />
      <h3 ref={order} tabIndex={-1} className="mt-6 text-sm font-semibold">
        In this order
      </h3>
      {conditions.length === 0 ? (
        <p className="mt-2 text-sm text-muted">There are no conditions yet.</p>
      ) : (
        <ol className="mt-2 divide-y divide-line text-sm">
          {conditions.map((condition, at) => (
            <ConditionRow
              key={condition.id}
              condition={condition}
              folder={folders.find(({ id }) => id === condition.folderId)}
              isFirst={at === 0}
              isLast={at === conditions.length - 1}
              busy={change.isPending}
              onMove={(action) =>
                change.mutate(
                  { action, conditionId: condition.id },
                  { onSuccess: () => announce(`Moved ${action}: ${conditionWords(condition)}`), onError: failed },
                )
              }
              onRemove={() =>
                change.mutate(
                  { action: 'remove', conditionId: condition.id },
                  {
                    onSuccess: () => {
                      // Its row goes, and what was focused with it.
                      order.current?.focus()
                      announce(`Removed: ${conditionWords(condition)}`)
                    },
                    onError: failed,
                  },
                )
              }
            />
          ))}
        </ol>
      )}
    </>
  )
}
