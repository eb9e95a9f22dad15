import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { actionRunTexts, type ActionRun, type RunReason } from '../../../contract/action-runs.ts'
import { messageOf } from '../../api/api-error.ts'
import { actionRunsQuery, useRetryRun } from '../../api/action-runs.ts'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError } from '../../lib/toast.ts'
import { useProduct } from '../../shell/product.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { actionLabels, notSetUpBadge, runBadges } from './history-texts.ts'

const toConnections = linkOptions({ to: '/connections', children: 'Open Connections' })
const toFolders = linkOptions({ to: '/dashboard', search: { tab: 'folders' }, children: 'Open Email Folders' })
const toMailboxes = linkOptions({ to: '/dashboard', search: { tab: 'mailbox' }, children: 'Open Mailboxes' })
/** Where one does what the reason asks for. */
const mends = {
  not_connected: toConnections,
  connection_needs_sign_in: toConnections,
  address_missing: toFolders,
  address_unconfirmed: toFolders,
  address_withdrawn: toFolders,
  sending_not_allowed: toFolders,
  not_set_up: toFolders,
  plan_missing: toFolders,
  mailbox_needs_sign_in: toMailboxes,
} satisfies Partial<Record<RunReason, object>>
const isMended = (reason: RunReason): reason is keyof typeof mends => Object.hasOwn(mends, reason)

/** It was added to the folder, and nobody has said yet what it is to do. */
const isNeverSetUp = ({ status, reason }: ActionRun): boolean =>
  status === 'skipped' && (reason === 'not_set_up' || reason === 'address_missing')

/** What the actions of its folder did to a mail, each with what there is to look at, and a retry where it failed. */
export function ActionRuns({ logId, subject }: { logId: string; subject: string | null }) {
  const { data: runs, error } = useQuery(actionRunsQuery(logId))
  // What was read before stays: it is newer than nothing.
  if (error && !runs) return <p className="mt-3 text-bad">What its actions did could not be read: {messageOf(error)}</p>
  if (!runs || runs.length === 0) return null
  return (
    // Several mails may be open, each with a part of this name.
    <section
      aria-label={`What its actions did: ${safeText(subject ?? '') || 'No subject'}`}
      className="mt-4 border-t border-line pt-3"
    >
      <h4 className="font-semibold">What its actions did</h4>
      <ul className="mt-2 space-y-3">
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function Run({ run }: { run: ActionRun }) {
  const { sandboxUrl } = useProduct()
  const retry = useRetryRun()
  const { tone, words } = isNeverSetUp(run) ? notSetUpBadge : runBadges[run.status]
  const name = actionLabels[run.action_type]
  const mend =
    (run.status === 'failed' || isNeverSetUp(run)) && run.reason !== null && isMended(run.reason)
      ? mends[run.reason]
      : null
  const heading = useRef<HTMLSpanElement>(null)
  const again = (): void =>
    retry.mutate(run.id, {
      onSuccess: () => {
        announce(`${name} is tried again`)
        // Its button goes.
        heading.current?.focus()
      },
      onError: (error) => toastError('Error', messageOf(error)),
    })
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span ref={heading} tabIndex={-1} className="rounded-sm font-medium">
          {name}
        </span>
        <Badge tone={tone}>{words}</Badge>
        {run.status === 'failed' && (
          <Button
            size="small"
            className="ml-auto"
            icon={<RotateCcw aria-hidden="true" />}
            busy={retry.isPending}
            aria-label={`Try again: ${name}`}
            onClick={again}
          >
            Try Again
          </Button>
        )}
      </div>
      {run.reason !== null && run.reason !== 'done' && (
        <p className={run.status === 'failed' ? 'text-bad' : 'text-muted'}>
          {actionRunTexts[run.reason]}
          {mend && (
            <>
              {' '}
              <Link {...mend} className="rounded-sm underline underline-offset-4" />
            </>
          )}
        </p>
      )}
      {run.note && <p className="wrap-anywhere text-muted">{safeText(run.note)}</p>}
      {run.effects.length > 0 && (
        <ul className="mt-1 space-y-0.5">
          {run.effects.map(({ kind, label, url }) => {
            const address = safeServiceUrl(url, sandboxUrl)
            return (
              <li key={`${kind} ${label} ${url ?? ''}`} className="wrap-anywhere">
                {address ? (
                  <a
                    href={address.href}
                    target="_blank"
                    rel="noreferrer"
                    className="text-accent-strong underline underline-offset-4"
                  >
                    <bdi>{safeText(label)}</bdi>
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                ) : (
                  <bdi>{safeText(label)}</bdi>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
