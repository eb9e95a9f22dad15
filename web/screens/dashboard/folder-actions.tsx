import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { folderActionsQuery } from '../../api/folder-actions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What happens to a mail after it was sorted into this folder. */
export function FolderActions({ folderId }: { folderId: string }) {
  const { data: actions, error } = useQuery(folderActionsQuery(folderId))
  return (
    <section className="rounded-lg border border-line bg-canvas p-4">
      <h3 className="flex h-8 items-center text-sm font-semibold">Automated Actions</h3>
      {actions ? (
        actions.length === 0 ? (
          <p className="mt-2 text-muted">No actions run for this folder.</p>
        ) : (
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
    </section>
  )
}
