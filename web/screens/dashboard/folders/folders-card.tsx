import { useQuery } from '@tanstack/react-query'
import { FolderPlus, FolderSync, RefreshCw } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { foldersQuery, useSyncFolders } from '../../../api/folders.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { t, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { RealTime } from '../mailbox/use-real-time.ts'
import type { Proposals } from '../rules/use-proposals.ts'
import { FolderBrowser } from './folder-browser.tsx'
import { FolderRowsSkeleton, skeletonRows } from './folders-skeleton.tsx'
import { MailboxInactiveNotice } from './mailbox-inactive-notice.tsx'
import { RealTimeRow } from './real-time-row.tsx'

// Seen rarely: loaded then.
const waiting = () => <Skeleton className="m-5 h-52" />
const FoldersUnavailable = onDemand(async () => (await import('./folders-empty-states.tsx')).FoldersUnavailable, {
  waiting,
})
const NoFolders = onDemand(async () => (await import('./folders-empty-states.tsx')).NoFolders, { waiting })
const DeletedFoldersNotice = onDemand(
  async () => (await import('./deleted-folders-notice.tsx')).DeletedFoldersNotice,
  // As high as the notice of one folder.
  { waiting: () => <div className="h-20" /> },
)
const CreateFolderDialog = onDemand(async () => (await import('./create-folder-dialog.tsx')).CreateFolderDialog, {
  failed: ({ onClose }) => onClose(),
})

interface FoldersCardProps {
  mailbox: Mailbox
  realTime: RealTime
  /** Suggestions that arrived while the page was open; null: there are none, or they are shown. */
  pendingProposals: Proposals | null
}

export function FoldersCard({ mailbox, realTime, pendingProposals }: FoldersCardProps) {
  const { data: folders, error, isPending, isFetching, refetch } = useQuery(foldersQuery(mailbox.id))
  const deleted = (folders ?? []).filter(
    (folder) => folder.deleted_in_outlook_at !== null && folder.active && folder.include_in_ai,
  )
  // The notice stays mounted, so that the callbacks of its buttons run.
  const [hadDeleted, setHadDeleted] = useState(false)
  if (deleted.length > 0 && !hadDeleted) setHadDeleted(true)
  // Deferred: the rows are rendered in short steps.
  const isLoading = useDeferredValue(isPending)
  const sync = useFolderSync(mailbox.id)
  const [creating, setCreating] = useState(false)
  const [createdId, setCreatedId] = useState<string | null>(null)
  const readOnly = mailbox.status !== 'active'
  useEffect(() => {
    if (error)
      toastError(t('Failed to load folders'), t('There was an error loading your email folders. Please try again.'))
  }, [error])
  const refresh = (): void => void refetch()

  return (
    <Card
      className="relative"
      title={<CardTitle count={folders?.length} />}
      actions={
        <>
          <Button icon={<FolderPlus aria-hidden="true" />} disabled={readOnly} onClick={() => setCreating(true)}>
            {t('Create Folder')}
          </Button>
          <Button icon={<RefreshCw aria-hidden="true" />} busy={isFetching && !isPending} onClick={refresh}>
            {t('Refresh')}
          </Button>
          <Button
            icon={<FolderSync aria-hidden="true" />}
            busy={sync.isPending}
            disabled={mailbox.status === 'reauth_required'}
            onClick={() => sync.start(t('Folder Sync Failed'))}
          >
            {sync.isPending ? t('Syncing...') : t('Sync Folders')}
          </Button>
        </>
      }
    >
      {readOnly ? (
        <MailboxInactiveNotice mailbox={mailbox} />
      ) : (
        hadDeleted && <DeletedFoldersNotice mailboxId={mailbox.id} folders={deleted} />
      )}
      <RealTimeRow realTime={realTime} isSortingPaused={readOnly} pendingProposals={pendingProposals} />
      {folders && folders.length > 0 && !isLoading ? (
        <FolderBrowser
          mailboxId={mailbox.id}
          folders={folders}
          readOnly={readOnly}
          createdId={createdId}
          setCreatedId={setCreatedId}
        />
      ) : isLoading ? (
        <FolderRowsSkeleton rows={skeletonRows(mailbox.folder_count)} />
      ) : (
        <div className="border-t border-line">
          {error ? (
            <FoldersUnavailable busy={isFetching} onRetry={refresh} />
          ) : (
            <NoFolders busy={sync.isPending} onSync={() => sync.start(t('Sync failed'))} />
          )}
        </div>
      )}
      {creating && <CreateFolderDialog onClose={() => setCreating(false)} onCreated={setCreatedId} />}
    </Card>
  )
}

/** Reads the folders of the mailbox again. */
function useFolderSync(mailboxId: string) {
  const sync = useSyncFolders(mailboxId)
  const start = (failureTitle: string): void =>
    sync.mutate(undefined, {
      onSuccess: ({ folder_count }) =>
        announce(tn(folder_count, 'Folders synced, {count} folder', 'Folders synced, {count} folders')),
      onError: (error) =>
        toastError(failureTitle, errorMessageOr(error, t('Failed to sync email folders. Please try again.'))),
    })
  return { isPending: sync.isPending, start }
}

const CardTitle = ({ count }: { count: number | undefined }) => (
  <span className="flex items-center gap-2">
    {t('Email Folders')}{' '}
    {count !== undefined && (
      <span className="rounded-full bg-sunken px-2 py-0.5 text-xs font-medium text-muted">{count}</span>
    )}
  </span>
)
