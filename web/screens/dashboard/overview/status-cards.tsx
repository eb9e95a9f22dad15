import { useQuery } from '@tanstack/react-query'
import { ArrowRight, FolderTree, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { Link } from '../../../routing/link.tsx'
import { t, tn } from '../../../texts/translate.ts'
import { Dot } from '../../../ui/badge.tsx'

const cardClasses =
  'flex min-h-24 max-lg:min-h-31 flex-wrap items-center gap-x-4 gap-y-2 ' +
  'rounded-xl border border-line bg-surface p-5 shadow-card'
const tabLinkClasses =
  'inline-flex items-center gap-1.5 rounded-sm text-sm font-medium text-accent hover:text-accent-strong [&_svg]:size-4'

const compactClasses =
  'grid grid-cols-1 divide-line rounded-xl border border-line bg-surface shadow-card ' +
  'max-lg:divide-y lg:grid-cols-2 lg:divide-x'

type Mailboxes = ReturnType<typeof useMailboxes>

/** @param compact one line each: the user has set up both */
export const StatusCards = ({ compact }: { compact: boolean }) => (
  <div className={compact ? compactClasses : 'grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6'}>
    <MailboxStatusCard compact={compact} />
    <FoldersStatusCard compact={compact} />
  </div>
)

/** Whether a mailbox is connected. */
function MailboxStatusCard({ compact }: { compact: boolean }) {
  const mailboxes = useMailboxes()
  const { list, active, state } = mailboxes
  const isGood = list.length > 0 && active?.status !== 'reauth_required'
  return (
    <StatusCard
      icon={<Mail />}
      title={t('Mailbox Integration')}
      dot={<Dot tone={state !== 'ready' ? 'neutral' : isGood ? 'good' : 'warn'} />}
      status={checkingText(mailboxes) ?? (isGood ? t('Connected') : t('Not connected'))}
      detail={failedText(mailboxes) ?? (active?.status === 'reauth_required' && t('Needs a new sign-in'))}
      link={{ tab: 'mailbox', label: t('Manage mailboxes') }}
      compact={compact}
    />
  )
}

/** Number of folders of the active mailbox; green once one has instructions. */
function FoldersStatusCard({ compact }: { compact: boolean }) {
  const mailboxes = useMailboxes()
  const { active } = mailboxes
  const { data: instructed } = useQuery({
    ...foldersQuery(active?.id ?? ''),
    enabled: active !== null,
    select: countInstructed,
  })
  return (
    <StatusCard
      icon={<FolderTree />}
      title={t('Email Folders')}
      dot={<Dot tone={instructed === undefined ? 'neutral' : instructed > 0 ? 'good' : 'warn'} />}
      detail={failedText(mailboxes) ?? (active && instructed !== undefined && instructionsText(instructed))}
      status={checkingText(mailboxes) ?? folderCountText(mailboxes)}
      link={{ tab: 'folders', label: t('Open Folders') }}
      compact={compact}
    />
  )
}

const countInstructed = (folders: readonly EmailFolder[]): number =>
  folders.filter(({ instructions }) => instructions !== '').length

/** While the mailboxes are unknown, nothing is claimed about them. */
const checkingText = ({ state }: Mailboxes): string | null => (state === 'ready' ? null : t('Checking status...'))

const failedText = ({ state }: Mailboxes): string | null => (state === 'failed' ? t('Not available right now') : null)

const folderCountText = ({ active }: Mailboxes): string =>
  active
    ? tn(active.folder_count, '{count} folder configured', '{count} folders configured')
    : t('Connect mailbox to configure folders')

const instructionsText = (instructed: number): string =>
  instructed === 0 ? t('None has instructions yet') : t('{count} with instructions', { count: instructed })

interface StatusCardProps {
  icon: ReactNode
  title: string
  dot: ReactNode
  status: string
  /** Further text after the status. */
  detail?: ReactNode
  link: TabLinkProps
  compact: boolean
}

function StatusCard({ icon, title, dot, status, detail, link, compact }: StatusCardProps) {
  const { list, state } = useMailboxes()
  if (compact)
    return (
      <section className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2.5 px-5 py-2 text-sm">
        <h2 className="font-semibold">{title}</h2>
        <output className="flex items-center gap-2 text-muted">
          {dot}
          {status}
        </output>
        {detail && (
          <p className="-ml-1 min-w-0 flex-1 basis-0 truncate text-muted max-sm:hidden lg:max-xl:hidden">· {detail}</p>
        )}
        <div className="ml-auto">{state === 'loading' ? <TabLinkPlaceholder /> : <TabLink {...link} isShort />}</div>
      </section>
    )
  return (
    <section className={cardClasses}>
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-strong [&_svg]:size-5"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">{title}</h2>
        <output className="flex items-center gap-2 text-sm text-muted">
          {dot}
          {status}
        </output>
        {detail && <p className="text-sm text-muted">{detail}</p>}
      </div>
      {(state === 'loading' || list.length > 0) && (
        <div className="max-lg:w-full max-lg:pl-15">
          {state === 'loading' ? <TabLinkPlaceholder /> : <TabLink {...link} />}
        </div>
      )}
    </section>
  )
}

interface TabLinkProps {
  tab: 'mailbox' | 'folders'
  label: string
  /** The arrow alone on a phone, and where two cards share a narrow row. */
  isShort?: boolean
}

const TabLink = ({ tab, label, isShort = false }: TabLinkProps) => (
  <Link to="/dashboard" search={{ tab }} className={tabLinkClasses}>
    <span className={isShort ? 'max-sm:sr-only lg:max-2xl:sr-only' : undefined}>{label}</span>{' '}
    <ArrowRight aria-hidden="true" />
  </Link>
)

/** Reserves the height of the link until the mailboxes are loaded. */
const TabLinkPlaceholder = () => (
  <span aria-hidden="true" className={`${tabLinkClasses} invisible`}>
    …
  </span>
)
