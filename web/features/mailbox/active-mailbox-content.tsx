import { useQueryClient } from '@tanstack/react-query'
import { Plug, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { mailboxKeys } from '../../api/query-keys.ts'
import { sortingPausedText } from '../../lib/mailbox-status.ts'
import { Link } from '../../routing/link.tsx'
import { t } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMailboxes } from './active-mailbox.tsx'
import { useSetupLink } from './use-setup-link.tsx'

interface ActiveMailboxProps {
  /** What a mailbox is needed for. */
  purpose: string
  children: (mailboxId: string) => ReactNode
}

/** What a screen shows of the active mailbox, or why there is none that can be read. */
export function ActiveMailbox({ purpose, children }: ActiveMailboxProps) {
  const { active, state } = useMailboxes()
  if (active?.status === 'active') return children(active.id)
  return (
    <Card>
      {active ? (
        <MailboxPaused mailbox={active} />
      ) : state === 'loading' ? (
        <Skeleton className="h-40 w-full" />
      ) : state === 'failed' ? (
        <MailboxesFailed />
      ) : (
        <NoMailbox purpose={purpose} />
      )}
    </Card>
  )
}

const NoMailbox = ({ purpose }: { purpose: string }) => (
  <EmptyState level={2} icon={<Plug />} title={t('No mailbox yet')} description={purpose} action={useSetupLink()} />
)

function MailboxesFailed() {
  const client = useQueryClient()
  return (
    <EmptyState
      level={2}
      icon={<TriangleAlert />}
      title={t('Error Loading Mailboxes')}
      description={t('Your mailboxes could not be loaded. They are still connected.')}
      action={<RetryButton onRetry={() => client.refetchQueries({ queryKey: mailboxKeys.list })} />}
    />
  )
}

const MailboxPaused = ({ mailbox }: { mailbox: Mailbox }) => (
  <EmptyState
    level={2}
    icon={<TriangleAlert />}
    title={t('This mailbox cannot be read right now')}
    description={sortingPausedText(mailbox)}
    action={
      <Link to="/dashboard" search={{ tab: 'mailbox' }} className={buttonClasses('primary')}>
        {t('Open Mailboxes')}
      </Link>
    }
  />
)
