import { useNavigate, useSearch } from '@tanstack/react-router'
import { Footer } from '../../shell/footer.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { useMailboxes } from '../../shell/active-mailbox.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FoldersSkeleton, skeletonRows, unknownRows } from './folders/folders-skeleton.tsx'
import { MailboxTab } from './mailbox/mailbox-tab.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { PreviewedMail } from './mailbox/previewed-mail.tsx'
import { useTokenRefresh } from './mailbox/use-token-refresh.ts'

// The heavy one of the three; who opens it again has it.
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
  // Folders need a mailbox. While it is not yet known whether there is one, nobody is sent elsewhere.
  const hasMailbox = list.length > 0
  const value = tab === 'folders' && state !== 'loading' && !hasMailbox ? 'overview' : tab

  return (
    <>
      <PageHeading title="Dashboard" actions={active && <PreviewedMail key={active.id} mailboxId={active.id} />} />
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
            content: active ? <FoldersTab key={active.id} mailbox={active} /> : <FoldersSkeleton rows={unknownRows} />,
          },
        ]}
      />
      <Footer />
    </>
  )
}
