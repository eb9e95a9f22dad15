import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useProduct } from '../../../api/product.tsx'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { MailboxesUnavailable } from '../../../features/mailbox/mailboxes-unavailable.tsx'
import { t } from '../../../texts/translate.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MailboxRow } from './mailbox-row.tsx'

interface MailboxListProps {
  connecting: boolean
  /** The button of the empty list. */
  connect: ReactNode
  /** The steps above the list have the switch for sorting. */
  isStarting: boolean
  onReconnect: (mailboxId: string) => void
  onSettings: (mailbox: Mailbox) => void
  onDisconnect: (mailbox: Mailbox) => void
}

export function MailboxList({ connecting, connect, isStarting, onReconnect, ...on }: MailboxListProps) {
  const { list, active, state, setActive } = useMailboxes()
  const { name } = useProduct()
  if (state === 'failed') return <MailboxesUnavailable level={3} />
  if (list.length === 0)
    return (
      <EmptyState
        icon={<MailX />}
        title={t('No Mailboxes Connected')}
        description={t('You sign in at Microsoft; {name} never sees your password.', { name })}
        action={connect}
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
          isStarting={isStarting}
          onReconnect={() => onReconnect(mailbox.id)}
          onSetActive={() => setActive(mailbox.id)}
          onSettings={() => on.onSettings(mailbox)}
          onDisconnect={() => on.onDisconnect(mailbox)}
        />
      ))}
    </ul>
  )
}
