import { useEffect, useState } from 'react'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ConnectYourMailbox } from './folders/connect-your-mailbox.tsx'
import { FoldersSkeleton, skeletonRows, fallbackSkeletonRows } from './folders/folders-skeleton.tsx'
import { recordFoldersChecked } from './getting-started/folders-checked.ts'
import { useStartProgress } from './getting-started/use-start-progress.ts'
import { PreviewedMail } from './mailbox/previewed-mail.tsx'
import { useTokenRefresh } from './mailbox/use-token-refresh.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

// Loaded on demand: it is the largest of the three tabs.
const FoldersTab = onDemand(async () => (await import('./folders/folders-tab.tsx')).FoldersTab, {
  waiting: ({ mailbox }) => <FoldersSkeleton rows={skeletonRows(mailbox.folder_count)} />,
})

// Only new users see it.
const GettingStarted = onDemand(async () => (await import('./getting-started/getting-started.tsx')).GettingStarted, {
  waiting: ({ progress: { isConnected } }) => (
    <Skeleton
      className={
        isConnected
          ? 'h-92 w-full rounded-xl max-xl:h-100 max-lg:h-112 max-sm:h-154'
          : 'h-77 w-full rounded-xl max-xl:h-97 max-sm:h-122'
      }
    />
  ),
  failed: 'quiet',
})

const MailboxTab = onDemand(async () => (await import('./mailbox/mailbox-tab.tsx')).MailboxTab, {
  waiting: () => <Skeleton className="h-80 w-full rounded-xl" />,
})

type TabName = 'overview' | 'mailbox' | 'folders'

export function DashboardScreen() {
  const { tab: requested } = useLocation().search
  const tab = requested === 'mailbox' || requested === 'folders' ? requested : 'overview'
  const { list, active, state } = useMailboxes()
  useTokenRefresh(active)

  const progress = useStartProgress()
  const show = (next: TabName): void =>
    void navigate({ to: '/dashboard', search: next === 'overview' ? {} : { tab: next } })
  // The Folders tab needs a mailbox. No redirect while the mailboxes are loading.
  const hasMailbox = list.length > 0
  const needsMailbox = tab === 'folders' && state === 'ready' && !hasMailbox
  const value = tab === 'folders' && state !== 'loading' && !hasMailbox ? 'overview' : tab
  const openedFoldersOf = value === 'folders' ? active?.id : undefined
  useEffect(() => {
    if (openedFoldersOf !== undefined) recordFoldersChecked(openedFoldersOf)
  }, [openedFoldersOf])
  // Stays until the user leaves the page, to show the result.
  const [isStarter, setIsStarter] = useState(false)
  if (state === 'ready' && progress && !progress.isComplete && !isStarter) setIsStarter(true)
  const startCard = (onConnect: (() => void) | null) =>
    progress && isStarter && <GettingStarted progress={progress} onConnect={onConnect} />

  return (
    <>
      <PageHeading title={t('Dashboard')} actions={active && <PreviewedMail key={active.id} mailboxId={active.id} />} />
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
              <OverviewTab
                isStarting={progress && !progress.isComplete}
                gettingStarted={startCard(() => show('mailbox'))}
              />
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
