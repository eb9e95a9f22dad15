import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { actionsPausedQuery } from '../../../api/action-runs.ts'
import { folderActionsQuery } from '../../../api/folder-actions.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { onDemand } from '../../../shell/on-demand.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FolderActionList } from './folder-action-list.tsx'
import { storeOf, useServices } from './use-services.ts'

const AddActionDialog = onDemand(async () => (await import('./folder-action-add-dialog.tsx')).AddActionDialog, {
  failed: ({ onClose }) => onClose(),
})

interface FolderActionsProps {
  folder: { id: string; folder_name: string; display_name: string | null }
  readOnly: boolean
}

/** Where all actions of the mailbox wait, each folder's list says so. */
function PausedNote() {
  const { active } = useMailboxes()
  const { data: paused } = useQuery({ ...actionsPausedQuery(active?.id ?? ''), enabled: active !== null })
  return paused ? (
    <p className="mt-2 text-warn">
      All automated actions of this mailbox are paused in{' '}
      <Link
        to="/dashboard"
        search={{ tab: 'mailbox' }}
        className="rounded-sm whitespace-nowrap underline underline-offset-4"
      >
        its settings
      </Link>
      .
    </p>
  ) : null
}

/** What happens to a mail after it was sorted into this folder. */
export function FolderActions({ folder, readOnly }: FolderActionsProps) {
  const { data: actions, error } = useQuery(folderActionsQuery(folder.id))
  // What an action lacks stands in its row: it comes with it, so that nothing moves.
  const services = useServices()
  const waiting = services.waiting && actions?.some((each) => storeOf(each.email_actions.action_type) !== null)
  const [adding, setAdding] = useState(false)
  // Takes the focus of a row that is removed.
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <section
      aria-label={`Automated Actions of ${folder.display_name || folder.folder_name}`}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">Automated Actions</h3>
        {!readOnly && (
          <Button
            ref={addButton}
            size="small"
            icon={<Plus aria-hidden="true" />}
            disabled={!actions}
            onClick={() => setAdding(true)}
          >
            Add Action
          </Button>
        )}
      </div>
      {actions && actions.length > 0 && <PausedNote />}
      {actions && !waiting ? (
        actions.length === 0 ? (
          <p className="mt-2 text-muted">No actions run for this folder.</p>
        ) : readOnly ? (
          <ul className="mt-2 divide-y divide-line">
            {actions.map((action) => (
              <li key={action.id} className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0">
                <div>
                  <p className="font-medium">{action.email_actions.name}</p>
                  <p className="text-muted">{action.email_actions.description}</p>
                </div>
                <Badge tone={action.is_active ? 'good' : 'neutral'}>{action.is_active ? 'On' : 'Off'}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <FolderActionList folderId={folder.id} actions={actions} onRemoved={() => addButton.current?.focus()} />
        )
      ) : error ? (
        <div role="alert" className="mt-2">
          <p className="text-bad">Error loading actions: {messageOf(error)}</p>
          {/* Reloads the page, as specification §8 has it. */}
          <Button size="small" className="mt-2" onClick={() => location.reload()}>
            Retry
          </Button>
        </div>
      ) : (
        <Skeleton className="mt-2 h-5 w-48" />
      )}
      {adding && <AddActionDialog folderId={folder.id} added={actions ?? []} onClose={() => setAdding(false)} />}
    </section>
  )
}
