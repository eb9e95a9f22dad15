import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderPlus, FolderSync, FolderX, Lightbulb, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { explain } from '../../../api/api-error.ts'
import { foldersQuery, useSyncFolders } from '../../../api/folders.ts'
import { count } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { FolderRowsSkeleton, skeletonRows } from './folders-skeleton.tsx'
import { FolderBrowser } from './folder-browser.tsx'
import type { Proposals } from '../rules/use-proposals.ts'
import type { RealTime } from '../mailbox/use-real-time.ts'

const CreateFolderDialog = onDemand(async () => (await import('./create-folder-dialog.tsx')).CreateFolderDialog, {
  failed: ({ onClose }) => onClose(),
})

const realTimeWords = {
  enableFailed: 'Failed to enable real-time processing',
  disableFailed: 'Failed to disable real-time processing',
}

interface FoldersCardProps {
  mailbox: Mailbox
  realTime: RealTime
  /** Those that came meanwhile; null: there are none, or they are shown. */
  waitingProposals: Proposals | null
}

export function FoldersCard({ mailbox, realTime, waitingProposals }: FoldersCardProps) {
  const { data: folders, error, isPending, isFetching, refetch } = useQuery(foldersQuery(mailbox.id))
  const sync = useSyncFolders(mailbox.id)
  const [creating, setCreating] = useState(false)
  const switchId = useId()
  const readOnly = mailbox.status !== 'active'

  useEffect(() => {
    if (error) toastError('Failed to load folders', 'There was an error loading your email folders. Please try again.')
  }, [error])

  const startSync = (failed: string): void =>
    sync.mutate(undefined, {
      onSuccess: ({ folder_count }) => announce(`Folders synced, ${count(folder_count, 'folder')}`),
      onError: (problem) => toastError(failed, explain(problem, 'Failed to sync email folders. Please try again.')),
    })

  return (
    <Card
      className="relative"
      title={
        <span className="flex items-center gap-2">
          Email Folders{' '}
          {folders && (
            <span className="rounded-full bg-sunken px-2 py-0.5 text-xs font-medium text-muted">{folders.length}</span>
          )}
        </span>
      }
      actions={
        <>
          <Button icon={<FolderPlus aria-hidden="true" />} onClick={() => setCreating(true)}>
            Create Folder
          </Button>
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            busy={isFetching && !isPending}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
          <Button
            icon={<FolderSync aria-hidden="true" />}
            busy={sync.isPending}
            onClick={() => startSync('Folder Sync Failed')}
          >
            {sync.isPending ? 'Syncing...' : 'Sync Folders'}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3 border-t border-line px-5 py-3">
        <Switch
          id={switchId}
          label="Enable real-time processing"
          checked={realTime.enabled}
          busy={realTime.state === 'changing'}
          disabled={realTime.state === 'checking'}
          onChange={(enable) => realTime.change(enable, realTimeWords)}
        />
        <label htmlFor={switchId} className="text-sm">
          <span className="font-medium">Enable real-time processing</span>
          <span className="block text-muted">
            {!realTime.enabled && realTime.state !== 'checking'
              ? 'Off: new mail stays in your inbox until you switch this on.'
              : readOnly
                ? 'Sorting is paused: new mail stays in your inbox until this mailbox is active again.'
                : 'New mail is sorted as it arrives.'}
          </span>
        </label>
        {waitingProposals && (
          // Where nothing else is at any width, so that nothing moves when it comes.
          <Button
            size="small"
            tone="primary"
            className="ml-auto max-sm:absolute max-sm:top-2.5 max-sm:right-5"
            icon={<Lightbulb aria-hidden="true" />}
            onClick={waitingProposals.open}
          >
            {count(waitingProposals.proposals.length, 'suggestion')}
          </Button>
        )}
      </div>
      {readOnly && (
        <div className="px-5 pb-4">
          <Notice tone="warn">
            {mailbox.status === 'reauth_required' ? (
              <>
                Microsoft no longer accepts our sign-in to this mailbox.{' '}
                <Link
                  to="/dashboard"
                  search={{ tab: 'mailbox' }}
                  className="rounded-sm font-medium underline underline-offset-4"
                >
                  Connect it again
                </Link>{' '}
                to change its folders.
              </>
            ) : (
              'This mailbox is not available right now. Its folders can be changed once it is active again.'
            )}
          </Notice>
        </div>
      )}
      {folders && folders.length > 0 ? (
        <FolderBrowser mailboxId={mailbox.id} folders={folders} readOnly={readOnly} />
      ) : isPending ? (
        <FolderRowsSkeleton rows={skeletonRows(mailbox.folder_count)} />
      ) : (
        <div className="border-t border-line">
          {error ? (
            <EmptyState
              icon={<TriangleAlert />}
              title="Folders are not available right now"
              description="Your settings are safe. They just could not be read."
              action={
                <Button busy={isFetching} onClick={() => void refetch()}>
                  Try Again
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<FolderX />}
              title="No Folders Found"
              description="Read the folders of your mailbox, or create one here."
              action={
                <Button tone="primary" busy={sync.isPending} onClick={() => startSync('Sync failed')}>
                  Sync with Mailbox
                </Button>
              }
            />
          )}
        </div>
      )}
      {creating && <CreateFolderDialog onClose={() => setCreating(false)} />}
    </Card>
  )
}
