import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { useRefreshToken } from '../../api/mailboxes.ts'
import { overviewQuery } from '../../api/overview.ts'
import { previewedMailQuery } from '../../api/previewed-mail.ts'
import { historyPageQuery, latestEmails } from '../../api/processing-logs.ts'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { now } from '../../lib/clock.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError } from '../../lib/toast.ts'
import { msUntilTokenRefresh } from '../../lib/token-refresh.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t, text } from '../../texts/translate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ConnectYourMailbox } from './folders/connect-your-mailbox.tsx'
import { fallbackSkeletonRows, FoldersSkeleton, skeletonRows } from './folders/folders-skeleton.tsx'
import { useFolderQueries } from './folders/use-folder-queries.ts'
import { recordFoldersChecked, useStartProgress } from './getting-started/use-start-progress.ts'
import type { OverviewContentProps } from './overview/overview-content.tsx'
import { OverviewSkeleton } from './overview/overview-skeleton.tsx'
import { StatusCards } from './overview/status-cards.tsx'

// Loaded on demand: it is the largest of the three tabs.
const FoldersTab = onDemand(async () => (await import('./folders/folders-tab.tsx')).FoldersTab, {
  waiting: ({ mailbox }) => <FoldersSkeleton rows={skeletonRows(mailbox.folder_count)} />,
})

// Only new users see it.
const GettingStarted = onDemand(async () => (await import('./getting-started/getting-started.tsx')).GettingStarted, {
  waiting: ({ progress: { isConnected } }) => <StartSkeleton isConnected={isConnected} />,
  failed: 'quiet',
})

const StartSkeleton = ({ isConnected }: { isConnected: boolean }) => (
  <Skeleton
    className={
      isConnected
        ? 'h-112 w-full rounded-xl max-xl:h-132 max-lg:h-144 max-sm:h-196'
        : 'h-77 w-full rounded-xl max-xl:h-97 max-sm:h-122'
    }
  />
)

const MailboxTab = onDemand(async () => (await import('./mailbox/mailbox-tab.tsx')).MailboxTab, {
  waiting: () => <Skeleton className="h-80 w-full rounded-xl" />,
})

type TabName = 'overview' | 'mailbox' | 'folders'

/** As in the menu. */
const headings: Record<TabName, string> = {
  overview: text('Dashboard'),
  mailbox: text('Mailboxes'),
  folders: text('Email Folders'),
}

export function DashboardScreen() {
  const { tab: requested } = useLocation().search
  const tab = requested === 'mailbox' || requested === 'folders' ? requested : 'overview'
  const { list, active, expectedId, state } = useMailboxes()
  useTokenRefresh(active)

  const show = (next: TabName): void =>
    void navigate({ to: '/dashboard', search: next === 'overview' ? {} : { tab: next } })
  const connect = (): void =>
    void navigate({ to: '/dashboard', search: { tab: 'mailbox' }, state: { begin: 'connect' } })
  // The Folders tab needs a mailbox. No redirect while the mailboxes are loading.
  const hasMailbox = list.length > 0
  const needsMailbox = tab === 'folders' && state === 'ready' && !hasMailbox
  const value = tab === 'folders' && state !== 'loading' && !hasMailbox ? 'overview' : tab
  const progress = useStartProgress(value !== 'folders')
  const folders = useFolderQueries(value === 'folders' ? expectedId : null)
  const openedFoldersOf = value === 'folders' ? active?.id : undefined
  useEffect(() => {
    if (openedFoldersOf !== undefined) recordFoldersChecked(openedFoldersOf)
  }, [openedFoldersOf])
  // Stays until the user leaves the page, to show the result.
  const [isStarter, setIsStarter] = useState(false)
  if (state === 'ready' && progress && (!progress.isComplete || progress.isAwaited) && !isStarter) setIsStarter(true)
  const startCard = (onConnect: (() => void) | null) =>
    progress && isStarter && <GettingStarted progress={progress} onConnect={onConnect} />

  return (
    <>
      <PageHeading
        title={t(headings[tab])}
        count={value === 'folders' ? folders?.length : undefined}
        actions={active && <PreviewedMail key={active.id} mailbox={active} />}
      />
      <Tabs<TabName>
        label={t('Dashboard')}
        value={value}
        onChange={show}
        tabs={[
          {
            value: 'overview',
            label: t('Overview'),
            content: needsMailbox ? (
              <div className="flex flex-col gap-6">
                <ConnectYourMailbox />
                {startCard(null)}
              </div>
            ) : (
              <OverviewTab isStarting={progress && !progress.isComplete} gettingStarted={startCard(connect)} />
            ),
          },
          {
            value: 'mailbox',
            label: t('Mailbox'),
            content: <MailboxTab gettingStarted={hasMailbox && startCard(null)} isLoaded={progress !== null} />,
          },
          {
            value: 'folders',
            label: t('Folders'),
            disabledReason: foldersDisabledReason(state, hasMailbox),
            content: active ? (
              <FoldersTab key={active.id} mailbox={active} />
            ) : (
              <FoldersSkeleton rows={fallbackSkeletonRows} />
            ),
          },
        ]}
      />
      <Footer />
    </>
  )
}

function foldersDisabledReason(state: ReturnType<typeof useMailboxes>['state'], hasMailbox: boolean) {
  if (hasMailbox || state === 'loading') return undefined
  return state === 'failed' ? t('Error Loading Mailboxes') : t('Connect mailbox to configure folders')
}

// Loaded on demand: the other tabs do not show it.
const OverviewContent = onDemand(async () => (await import('./overview/overview-content.tsx')).OverviewContent, {
  waiting: () => <Waiting />,
})

interface OverviewTabProps extends Pick<OverviewContentProps, 'gettingStarted'> {
  /** No email has come to the active mailbox yet; null: not known yet. */
  isStarting: boolean | null
}

function OverviewTab({ isStarting, gettingStarted }: OverviewTabProps) {
  const { list, state } = useMailboxes()
  const hasMailbox = list.length > 0
  // Requested together with the mailboxes, as is the code. Unlike `isPending`, `isFetched` stays true while a failed
  // request is repeated.
  const enabled = hasMailbox || state === 'loading'
  const { isFetched } = useQuery({ ...overviewQuery(), enabled })
  useQuery({ ...historyPageQuery(latestEmails, null), enabled })
  useEffect(() => OverviewContent.prepare(), [])
  // Deferred: the cards are rendered in short steps.
  const isLoaded = useDeferredValue(state !== 'loading' && isStarting !== null && !(hasMailbox && !isFetched))
  if (!isLoaded) return <Waiting />
  return <OverviewContent isStarting={isStarting === true} gettingStarted={gettingStarted} />
}

function Waiting() {
  const { isNew } = useLocation().state
  return (
    <div data-waiting className="flex flex-col gap-6">
      {isNew && <StartSkeleton isConnected={false} />}
      <StatusCards compact={!isNew} />
      {!isNew && <OverviewSkeleton />}
    </div>
  )
}

const PreviewedMailButton = onDemand(
  async () => (await import('./mailbox/previewed-mail-button.tsx')).PreviewedMailButton,
  {
    failed: 'quiet',
  },
)

/**
 * Number of messages that would have been sorted during a preview; renders nothing without a preview. It is beside the
 * screen's title, since a banner that appears later would push the content down.
 */
function PreviewedMail({ mailbox: { id: mailboxId, has_preview = true } }: { mailbox: Mailbox }) {
  const { data } = useQuery({ ...previewedMailQuery(mailboxId), enabled: has_preview })
  if (!data || (data.previewUntil === null && data.waiting === 0)) return null
  return <PreviewedMailButton mailboxId={mailboxId} data={data} />
}

// One attempt per token, however often the screen is opened: a failure is reported once.
const attempted = new Set<string>()

/**
 * Refreshes the mailbox's access token if it has expired or expires within five minutes. Inactive mailboxes are
 * skipped: their user must sign in again.
 */
function useTokenRefresh(mailbox: Mailbox | null): void {
  const { mutate } = useRefreshToken()
  const id = mailbox?.status === 'active' ? mailbox.id : null
  const expiresAt = mailbox?.expires_at ?? null

  useEffect(() => {
    const wait = msUntilTokenRefresh(expiresAt, now())
    if (id === null || wait === null) return
    const key = `${id} ${expiresAt}`
    const timer = setTimeout(() => {
      if (attempted.has(key)) return
      attempted.add(key)
      mutate(id, {
        onError: () =>
          toastError(t('Token Refresh Failed'), t('Failed to refresh access token. Please reconnect your mailbox.')),
      })
    }, wait)
    return () => clearTimeout(timer)
  }, [id, expiresAt, mutate])
}
