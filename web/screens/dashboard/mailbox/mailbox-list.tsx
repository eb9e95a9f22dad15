import { MailX } from 'lucide-react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../shell/mailboxes-unavailable.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { t } from '../../../texts/translate.ts'

interface MailboxListProps {
  connecting: boolean
  onReconnect: (mailboxId: string) => void
  onSettings: (mailbox: Mailbox) => void
  onDisconnect: (mailbox: Mailbox) => void
}

export function MailboxList({ connecting, onReconnect, ...on }: MailboxListProps) {
  const { list, active, state, setActive } = useMailboxes()
  if (state === 'failed') return <MailboxesUnavailable level={3} />
  if (list.length === 0)
    return (
      <EmptyState
        icon={<MailX />}
        title={t('No Mailboxes Connected')}
        description={t('Choose “Connect New Mailbox” and sign in at Microsoft. Your password never comes here.')}
      />
    )
  return (
    <ul className="divide-y divide-line">
      {list.map((mailbox) => (
        <MailboxRow
          key={mailbox.id}
          mailbox={mailbox}
          current={mailbox.id === active?.id}
          connecting={connecting}
          onReconnect={() => onReconnect(mailbox.id)}
          onSetActive={() => setActive(mailbox.id)}
          onSettings={() => on.onSettings(mailbox)}
          onDisconnect={() => on.onDisconnect(mailbox)}
        />
      ))}
    </ul>
  )
}
