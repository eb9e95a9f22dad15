import { Check, ChevronDown, Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import { useMailboxes } from '../features/mailbox/active-mailbox.tsx'
import { mailboxStatusText } from '../lib/mailbox-status.ts'
import { useOnDemand } from '../lib/use-on-demand.ts'
import { Link } from '../routing/link.tsx'
import { navigate } from '../routing/router.ts'
import { t, tn } from '../texts/translate.ts'
import { Dot } from '../ui/badge.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Opens the dialog there. */
const connect = { to: '/dashboard', search: { tab: 'mailbox' }, state: { begin: 'connect' } } as const

const loadMenu = async () => (await import('../ui/menu.tsx')).ChoiceMenu

const folderCountText = (mailbox: Mailbox): string => tn(mailbox.folder_count, '({count} folder)', '({count} folders)')
const MailboxStatusDot = ({ mailbox }: { mailbox: Mailbox }) => (
  <>
    <Dot tone={mailbox.status === 'active' ? 'good' : 'warn'} />
    <span className="sr-only">{mailboxStatusText(mailbox)}</span>
  </>
)

// On a phone as wide as what is left, like the button that follows, so that the header keeps its height.
const loadingClasses =
  'flex min-h-9 items-center gap-2 px-2 text-sm text-muted max-sm:min-w-20 max-sm:flex-1 max-sm:basis-0'

export function MailboxPicker() {
  const { list, active, state, setActive } = useMailboxes()
  const { Part: ChoiceMenu, opener } = useOnDemand(loadMenu)

  if (state === 'loading') {
    return (
      <output className={loadingClasses}>
        <Spinner />
        <span className="truncate">{t('Loading mailboxes...')}</span>
      </output>
    )
  }
  if (!active) {
    return (
      <Link {...connect} className={cx(buttonClasses(), 'min-w-0! max-sm:mr-auto')}>
        <span className="truncate">{t('Connect Mailbox')}</span>
      </Link>
    )
  }
  if (!ChoiceMenu) return <PickerButton mailbox={active} aria-haspopup="menu" aria-expanded={false} {...opener} />
  return (
    <ChoiceMenu
      label={t('Mailbox')}
      trigger={<PickerButton mailbox={active} />}
      value={active.id}
      onChange={setActive}
      choices={list.map((mailbox) => ({
        value: mailbox.id,
        name: mailbox.email_address,
        content: <Choice mailbox={mailbox} chosen={mailbox.id === active.id} />,
      }))}
      footer={{
        label: t('Add new mailbox'),
        icon: <Plus aria-hidden="true" />,
        onSelect: () => void navigate(connect),
      }}
    />
  )
}

function PickerButton({ mailbox, ...rest }: { mailbox: Mailbox } & ComponentProps<typeof Button>) {
  return (
    <Button
      {...rest}
      className={cx(
        'h-9 max-w-md! min-w-0! shrink justify-start px-3 max-sm:h-auto max-sm:min-h-9 max-sm:min-w-20! max-sm:flex-1',
        'max-sm:basis-0 max-sm:gap-1.5 max-sm:px-2 max-sm:py-0.5',
      )}
      aria-label={t('Mailbox: {address} {folders}', {
        address: mailbox.email_address,
        folders: folderCountText(mailbox),
      })}
    >
      <MailboxStatusDot mailbox={mailbox} />
      <Address address={mailbox.email_address} />
      <span className="shrink-0 text-muted max-xl:hidden">{folderCountText(mailbox)}</span>
      <ChevronDown aria-hidden="true" className="shrink-0 text-muted max-sm:hidden" />
    </Button>
  )
}

/** On a phone in several short lines: cut, two addresses could look the same. */
function Address({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span className="truncate max-sm:text-left max-sm:text-xs max-sm:leading-tight max-sm:whitespace-normal">
      <span className="max-sm:line-clamp-3 max-sm:wrap-anywhere">
        {address.slice(0, at)}
        {/* Where it may not wrap, browsers would break it here all the same. */}
        <wbr className="sm:hidden" />
        {address.slice(at)}
      </span>
    </span>
  )
}

function Choice({ mailbox, chosen }: { mailbox: Mailbox; chosen: boolean }) {
  return (
    <>
      <MailboxStatusDot mailbox={mailbox} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{mailbox.email_address}</span>
        <span className="block text-xs font-normal text-muted">{folderCountText(mailbox)}</span>
      </span>
      {chosen && <Check aria-hidden="true" className="text-accent" />}
    </>
  )
}
