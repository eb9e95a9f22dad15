import { useQuery } from '@tanstack/react-query'
import { FolderPlus, FolderSync, Lightbulb, RefreshCw } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useId, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { recentLogsOnFoldersTab } from '../../../../contract/limits.ts'
import { ApiError, errorMessageOr } from '../../../api/api-error.ts'
import { foldersQuery, useSyncFolders } from '../../../api/folders.ts'
import { learnedQuery } from '../../../api/learned-mail.ts'
import { historyQuery } from '../../../api/processing-logs.ts'
import { useStartConnect } from '../../../features/connect/use-start-connect.tsx'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { t, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type RealTime, realTimeErrorTexts, toastNoMailbox } from '../../../features/mailbox/use-real-time.ts'
import type { Proposals } from '../rules/use-proposals.ts'
import { FolderBrowser } from './folder-browser.tsx'
import { FolderRowsSkeleton, skeletonRows } from './folders-skeleton.tsx'

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
const UnlearnedMovesNotice = onDemand(
  async () => (await import('./unlearned-moves-notice.tsx')).UnlearnedMovesNotice,
  // As high as the notice of one folder.
  { waiting: () => <div className="h-20" /> },
)
const OverLimitText = onDemand(async () => (await import('./over-limit-text.tsx')).OverLimitText, {
  waiting: ({ text }) => text,
  failed: 'quiet',
})
const NewFolderDialog = onDemand(async () => (await import('./new-folder-dialog.tsx')).NewFolderDialog, {
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
  const unlearned = useUnlearnedMoves(mailbox.id, folders)
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
    <Card>
      {/* The heading of the page names it. */}
      <h2 className="sr-only">{t('Folders')}</h2>
      <FoldersToolbar
        mailboxId={mailbox.id}
        realTime={realTime}
        isSortingPaused={readOnly}
        pendingProposals={pendingProposals}
      >
        <Button icon={<FolderPlus aria-hidden="true" />} disabled={readOnly} onClick={() => setCreating(true)}>
          {t('Create Folder')}
        </Button>
        <Button
          icon={<RefreshCw aria-hidden="true" />}
          busy={isFetching && !isPending}
          className="px-2.5"
          title={t('Refresh')}
          onClick={refresh}
        >
          <span className="sr-only">{t('Refresh')}</span>
        </Button>
        <Button
          icon={<FolderSync aria-hidden="true" />}
          busy={sync.isPending}
          disabled={mailbox.status === 'reauth_required'}
          className="max-lg:px-2.5"
          title={t('Sync Folders')}
          onClick={() => sync.start(t('Folder Sync Failed'))}
        >
          <span className="max-lg:sr-only">{sync.isPending ? t('Syncing...') : t('Sync Folders')}</span>
        </Button>
      </FoldersToolbar>
      {readOnly ? (
        <MailboxInactiveNotice mailbox={mailbox} />
      ) : (
        <>
          {hadDeleted && <DeletedFoldersNotice mailboxId={mailbox.id} folders={deleted} />}
          {unlearned.hadAny && <UnlearnedMovesNotice mailboxId={mailbox.id} places={unlearned.places} />}
        </>
      )}
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
      {creating && <NewFolderDialog onClose={() => setCreating(false)} onCreated={setCreatedId} />}
    </Card>
  )
}

/** Moves by hand of which so many came at once that the user is asked, with the folder; undefined: the inbox. */
function useUnlearnedMoves(mailboxId: string, folders: readonly EmailFolder[] = []) {
  const { data } = useQuery(learnedQuery(mailboxId))
  const places = (data?.unlearnedMoves ?? []).flatMap(({ folderId, count }) => {
    const folder = folders.find(({ id }) => id === folderId)
    return folder || folderId === null ? [{ folder, count }] : []
  })
  // As for deleted folders.
  const [hadAny, setHadAny] = useState(false)
  if (places.length > 0 && !hadAny) setHadAny(true)
  return { places, hadAny }
}

/** Reads the folders of the mailbox again. */
function useFolderSync(mailboxId: string) {
  const sync = useSyncFolders(mailboxId)
  const start = (failureTitle: string): void =>
    sync.mutate(undefined, {
      onSuccess: ({ folder_count }) =>
        announce(tn(folder_count, 'Folders synced, {count} folder', 'Folders synced, {count} folders')),
      onError: (error) =>
        // Another window has disconnected it.
        error instanceof ApiError && error.code === 'mailbox_not_found'
          ? toastNoMailbox()
          : toastError(failureTitle, errorMessageOr(error, t('Failed to sync email folders. Please try again.'))),
    })
  return { isPending: sync.isPending, start }
}

/** Says why nothing can be changed here, with the button that mends it. */
function MailboxInactiveNotice({ mailbox }: { mailbox: Mailbox }) {
  const { connecting, startReconnect, dialog } = useStartConnect()
  return (
    <div className="px-5 pb-4">
      <Notice tone="warn">
        {mailbox.status === 'reauth_required' ? (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-0 flex-1 basis-64">
              {t(
                'This mailbox no longer accepts the sign-in. Reconnect it to sort new emails and to change its ' +
                  'folders.',
              )}
            </p>
            <Button size="small" tone="primary" busy={connecting} onClick={() => startReconnect(mailbox)}>
              {t('Reconnect')}
            </Button>
            {dialog}
          </div>
        ) : (
          t('This mailbox is not available right now. Its folders can be changed once it is active again.')
        )}
      </Notice>
    </div>
  )
}

interface FoldersToolbarProps {
  mailboxId: string
  realTime: RealTime
  isSortingPaused: boolean
  pendingProposals: Proposals | null
  /** Its buttons. */
  children: ReactNode
}

/** Switch for the sorting of new mail, the button that shows pending suggestions, and what changes the folders. */
function FoldersToolbar({ mailboxId, realTime, isSortingPaused, pendingProposals, children }: FoldersToolbarProps) {
  const switchId = useId()
  const isNext = !realTime.enabled && !isSortingPaused
  const count = pendingProposals?.proposals.length ?? 0
  const suggestions = tn(count, '{count} suggestion', '{count} suggestions')
  return (
    <div
      className={cx(
        'flex min-h-16 flex-wrap items-center gap-x-6 gap-y-3 rounded-t-xl px-5 py-3',
        isNext && 'bg-accent-soft',
      )}
    >
      <div className="flex flex-1 basis-64 items-center gap-3">
        <Switch
          id={switchId}
          label={t('Enable real-time processing')}
          checked={realTime.enabled}
          busy={realTime.isChanging}
          disabled={isSortingPaused && !realTime.enabled}
          onChange={(enable) => realTime.change(enable, realTimeErrorTexts)}
        />
        <label htmlFor={switchId} className="min-w-0 text-sm">
          <span className="font-medium">{t('Enable real-time processing')}</span>
          <StateText mailboxId={mailboxId} realTime={realTime} isSortingPaused={isSortingPaused} />
        </label>
      </div>
      <div className="flex gap-2 max-sm:w-full">
        {children}
        {pendingProposals && (
          // Where nothing is beside the buttons, so that nothing moves when it appears.
          <Button
            tone="primary"
            className="max-lg:px-2.5 max-sm:ml-auto sm:-order-1"
            icon={<Lightbulb aria-hidden="true" />}
            aria-label={suggestions}
            onClick={pendingProposals.open}
          >
            <span className="lg:hidden">{count}</span>
            <span className="max-lg:hidden">{suggestions}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

function StateText({
  mailboxId,
  realTime,
  isSortingPaused,
}: Pick<FoldersToolbarProps, 'mailboxId' | 'realTime' | 'isSortingPaused'>) {
  const { data: newest } = useQuery(historyQuery(mailboxId, recentLogsOnFoldersTab))
  const text = stateText(realTime, isSortingPaused)
  const wasOverLimit = realTime.enabled && !isSortingPaused && newest?.[0]?.status === 'limit_reached'
  return <span className="block text-muted">{wasOverLimit ? <OverLimitText text={text} /> : text}</span>
}

function stateText({ enabled, polling }: RealTime, isSortingPaused: boolean): string {
  if (!enabled)
    return isSortingPaused
      ? t('Off: new emails stay in your inbox. Once this mailbox is active again, switch this on.')
      : t('Off: new emails stay in your inbox. Check the folders below, then switch this on.')
  if (isSortingPaused) return t('Sorting is paused: new emails stay in your inbox until this mailbox is active again.')
  return polling ? t('New emails are sorted within a minute.') : t('New emails are sorted as they arrive.')
}
