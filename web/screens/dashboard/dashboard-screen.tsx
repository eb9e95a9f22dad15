import { useNavigate, useSearch } from '@tanstack/react-router'
import { Footer } from '../../shell/footer.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { useMailboxes } from '../../shell/active-mailbox.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FoldersSkeleton, skeletonRows, fallbackSkeletonRows } from './folders/folders-skeleton.tsx'
import { MailboxTab } from './mailbox/mailbox-tab.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { PreviewedMailButton } from './mailbox/previewed-mail-button.tsx'
import { useTokenRefresh } from './mailbox/use-token-refresh.ts'

// Loaded on demand: it is the largest of the three tabs.
const FoldersTab = onDemand(async () => (await import('./folders/folders-tab.tsx')).FoldersTab, {
  waiting: ({ mailbox }) => <FoldersSkeleton rows={skeletonRows(mailbox.folder_count)} />,
})

type TabName = 'overview' | 'mailbox' | 'folders'

export function DashboardScreen() {
  const { tab = 'overview' } = useSearch({ from: '/signed-in/dashboard' })
  const { list, active, state } = useMailboxes()
  const navigate = useNavigate()
  useTokenRefresh(active)

  const show = (next: TabName): void =>
    void navigate({ to: '/dashboard', search: next === 'overview' ? {} : { tab: next } })
  // The Folders tab needs a mailbox. No redirect while the mailboxes are loading.
  const hasMailbox = list.length > 0
  const value = tab === 'folders' && state !== 'loading' && !hasMailbox ? 'overview' : tab

  return (
    <>
      <PageHeading
        title="Dashboard"
        actions={active && <PreviewedMailButton key={active.id} mailboxId={active.id} />}
      />
      <Tabs<TabName>
        label="Dashboard"
        value={value}
        onChange={show}
        tabs={[
          { value: 'overview', label: 'Overview', content: <OverviewTab onConnect={() => show('mailbox')} /> },
          { value: 'mailbox', label: 'Mailbox', content: <MailboxTab /> },
          {
            value: 'folders',
            label: 'Folders',
            disabledReason: hasMailbox || state === 'loading' ? undefined : 'Connect mailbox to configure folders',
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
