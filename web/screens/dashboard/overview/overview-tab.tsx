import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, BookOpen, FolderTree, Mail } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { overviewQuery } from '../../../api/overview.ts'
import { useMailboxes } from '../../../shell/active-mailbox.tsx'
import { onDemand } from '../../../shell/on-demand.tsx'
import { useProduct } from '../../../shell/product.tsx'
import { Dot } from '../../../ui/badge.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { NextStep } from './next-step.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'

const linkLook =
  'inline-flex items-center gap-1.5 rounded-sm text-sm font-medium text-accent hover:text-accent-strong [&_svg]:size-4'

// The other tabs do without it. Its file is asked for with the mailboxes, not after them.
const OverviewPictures = onDemand(async () => (await import('./overview-pictures.tsx')).OverviewPictures, {
  waiting: () => <OverviewSkeleton />,
})

/** Keeps the place of a link that comes when the mailboxes are known. */
const linkPlace = (
  <span aria-hidden="true" className={`${linkLook} invisible`}>
    …
  </span>
)

export function OverviewTab({ onConnect }: { onConnect: () => void }) {
  const { list, active, state } = useMailboxes()
  const { supportEmail } = useProduct()
  const checking = state === 'loading'
  useEffect(() => OverviewPictures.prepare(), [])
  const connected = list.length > 0
  const signInIsOver = active?.status === 'reauth_required'
  const { isPending } = useQuery({ ...overviewQuery(), enabled: connected })
  const isKnown = !checking && !(connected && isPending)

  return (
    <div data-waiting={!isKnown || undefined} className="flex flex-col gap-6">
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <StatusCard
          icon={<Mail />}
          title="Mailbox Integration"
          dot={<Dot tone={checking ? 'neutral' : connected && !signInIsOver ? 'good' : 'warn'} />}
          status={
            checking
              ? 'Checking status...'
              : signInIsOver
                ? 'Needs you to sign in again'
                : connected
                  ? 'Connected'
                  : 'Not connected'
          }
          link={
            checking
              ? linkPlace
              : connected && (
                  <Link to="/dashboard" search={{ tab: 'mailbox' }} className={linkLook}>
                    Manage mailboxes <ArrowRight aria-hidden="true" />
                  </Link>
                )
          }
        />
        <StatusCard
          icon={<FolderTree />}
          title="Email Folders"
          dot={<Dot tone={connected ? 'good' : 'neutral'} />}
          status={
            checking
              ? 'Checking status...'
              : active
                ? `${active.folder_count} ${active.folder_count === 1 ? 'folder' : 'folders'} configured`
                : 'Connect mailbox to configure folders'
          }
          link={
            checking
              ? linkPlace
              : connected && (
                  <Link to="/dashboard" search={{ tab: 'folders' }} className={linkLook}>
                    Open folders <ArrowRight aria-hidden="true" />
                  </Link>
                )
          }
        />
      </div>

      {state === 'ready' && <NextStep mailbox={active} onConnect={onConnect} />}
      {connected && <OverviewPictures />}

      {/* Once it is known what stands above: it would only be pushed down. */}
      {isKnown && (
        <Card
          title="Need Help"
          actions={
            <Link to="/help" className={buttonLook()}>
              <BookOpen aria-hidden="true" />
              View Documentation
            </Link>
          }
        >
          <p className="-mt-1 max-w-2xl px-5 pb-5 text-sm text-muted">
            Mail that nobody is sure about stays in your inbox, so nothing gets lost while you find your way.
            {supportEmail && (
              <>
                {' '}
                Questions? Write to{' '}
                <a
                  href={`mailto:${supportEmail}`}
                  className="rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
                >
                  {supportEmail}
                </a>
                .
              </>
            )}
          </p>
        </Card>
      )}
    </div>
  )
}

function StatusCard(props: { icon: ReactNode; title: string; dot: ReactNode; status: string; link: ReactNode }) {
  return (
    <section className="flex min-h-24 max-lg:min-h-31 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface p-5 shadow-card">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-strong [&_svg]:size-5"
      >
        {props.icon}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">{props.title}</h2>
        <output className="flex items-center gap-2 text-sm text-muted">
          {props.dot}
          {props.status}
        </output>
      </div>
      {props.link && <div className="max-lg:w-full max-lg:pl-15">{props.link}</div>}
    </section>
  )
}
