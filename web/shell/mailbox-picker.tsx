import { Link, useNavigate } from '@tanstack/react-router'
import { Check, ChevronDown, Plus } from 'lucide-react'
import type { Mailbox } from '../../contract/mailbox.ts'
import { Dot } from '../ui/badge.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { ChoiceMenu } from '../ui/menu.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useMailboxes } from './active-mailbox.tsx'

const folders = (mailbox: Mailbox): string =>
  `(${mailbox.folder_count} ${mailbox.folder_count === 1 ? 'folder' : 'folders'})`
const Marker = ({ mailbox }: { mailbox: Mailbox }) => (
  <>
    <Dot tone={mailbox.status === 'active' ? 'good' : 'warn'} />
    <span className="sr-only">{mailbox.status === 'active' ? 'Active' : mailbox.status}</span>
  </>
)

export function MailboxPicker() {
  const { list, active, state, setActive } = useMailboxes()
  const navigate = useNavigate()

  if (state === 'loading') {
    return (
      <output className="flex h-9 items-center gap-2 px-2 text-sm whitespace-nowrap text-muted">
        <Spinner />
        Loading mailboxes...
      </output>
    )
  }
  if (!active) {
    return (
      <Link to="/dashboard" search={{ tab: 'mailbox' }} className={buttonLook('primary')}>
        Connect Mailbox
      </Link>
    )
  }
  return (
    <ChoiceMenu
      label="Mailbox"
      trigger={
        <Button
          className="max-w-72 min-w-0 justify-start px-3"
          aria-label={`Mailbox: ${active.email_address} ${folders(active)}`}
        >
          <Marker mailbox={active} />
          <span className="truncate">{active.email_address}</span>
          <span className="text-muted max-xl:hidden">{folders(active)}</span>
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Button>
      }
      value={active.id}
      onChange={setActive}
      choices={list.map((mailbox) => ({
        value: mailbox.id,
        name: mailbox.email_address,
        content: (
          <>
            <Marker mailbox={mailbox} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{mailbox.email_address}</span>
              <span className="block text-xs font-normal text-muted">{folders(mailbox)}</span>
            </span>
            {mailbox.id === active.id && <Check aria-hidden="true" className="text-accent" />}
          </>
        ),
      }))}
      footer={{
        label: 'Add new mailbox',
        icon: <Plus aria-hidden="true" />,
        onSelect: () => void navigate({ to: '/dashboard', search: { tab: 'mailbox' } }),
      }}
    />
  )
}
