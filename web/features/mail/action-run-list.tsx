import { useQuery } from '@tanstack/react-query'
import { Play, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { type ActionRun, actionRunTexts, type Effect } from '../../../contract/action-runs.ts'
import { actionTexts } from '../../../contract/actions.ts'
import { actionRunsQuery, useRetryRun } from '../../api/action-runs.ts'
import { messageOf } from '../../api/api-error.ts'
import { useProduct } from '../../api/product.tsx'
import { subjectText } from '../../lib/message-texts.ts'
import { safeText } from '../../lib/safe-text.ts'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { canBeStarted, fixLinkOf, isNotSetUp, waitsForUser } from './fix-links.ts'
import { notSetUpBadge, runBadges, waitsForUserBadge } from './decision-texts.ts'

/** The action runs of a message. */
export function ActionRuns({ logId, subject }: { logId: string; subject: string | null }) {
  const { data: runs, error, isFetching, refetch } = useQuery(actionRunsQuery(logId))
  // If a refetch fails, the previous data stays.
  if (error && !runs)
    return (
      <div className="mt-3">
        <Notice tone="bad" role="alert">
          {t('What its actions did could not be loaded: {error}', { error: messageOf(error) })}
          <div className="mt-2">
            <RetryButton size="small" busy={isFetching} onRetry={() => refetch()} />
          </div>
        </Notice>
      </div>
    )
  if (!runs || runs.length === 0) return null
  return (
    // The label contains the subject: several messages can be open.
    <section
      aria-label={t('What its actions did: {subject}', { subject: subjectText(subject) })}
      className="mt-4 border-t border-line pt-3"
    >
      <h4 className="font-semibold">{t('What its actions did')}</h4>
      <ul className="mt-2 space-y-3">
        {runs.map((run) => (
          <ActionRunItem key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

/** Result of an action run: its status, reason and effects, and a retry button if it failed. */
function ActionRunItem({ run }: { run: ActionRun }) {
  const { tone, label } = badgeOf(run)
  // Not of the folder's action, which may have been removed.
  const name = t(actionTexts[run.action_type].name)
  const heading = useRef<HTMLSpanElement>(null)
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span ref={heading} tabIndex={-1} className="rounded-sm font-medium">
          {name}
        </span>
        <Badge tone={tone}>{t(label)}</Badge>
        <RunAgainButton run={run} name={name} onRetried={() => heading.current?.focus()} />
      </div>
      <RunReasonText run={run} />
      {run.note && <p className="wrap-anywhere text-muted">{safeText(t(run.note))}</p>}
      {run.effects.length > 0 && <RunEffects effects={run.effects} />}
    </li>
  )
}

function badgeOf(run: ActionRun) {
  if (waitsForUser(run)) return waitsForUserBadge
  return isNotSetUp(run) ? notSetUpBadge : runBadges[run.status]
}

interface RunAgainButtonProps {
  run: ActionRun
  name: string
  /** The button, which has the focus, is about to be removed. */
  onRetried: () => void
}

/**
 * Renders nothing unless the run failed or its user can start it. Stays mounted then, so that the callbacks of the
 * retry run.
 */
function RunAgainButton({ run, name, onRetried }: RunAgainButtonProps) {
  const retry = useRetryRun()
  const isFirst = canBeStarted(run)
  const startRetry = (): void =>
    retry.mutate(run.id, {
      onSuccess: () => {
        announce(isFirst ? t('{name} runs', { name }) : t('{name} is tried again', { name }))
        onRetried()
      },
      onError: (error) => toastError(t('Error'), messageOf(error)),
    })
  if (run.status !== 'failed' && !isFirst) return null
  return (
    <Button
      size="small"
      className="ml-auto"
      icon={isFirst ? <Play aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
      busy={retry.isPending}
      aria-label={isFirst ? t('Run now: {name}', { name }) : t('Try again: {name}', { name })}
      onClick={startRetry}
    >
      {isFirst ? t('Run Now') : t('Try Again')}
    </Button>
  )
}

function RunReasonText({ run }: { run: ActionRun }) {
  if (run.reason === null || run.reason === 'done' || run.ended_at === null) return null
  const fixLink = fixLinkOf(run)
  return (
    <p className={run.status === 'failed' ? 'text-bad' : 'text-muted'}>
      {t(actionRunTexts[run.reason])}
      {fixLink && (
        <>
          {' '}
          <Link {...fixLink} className={inlineLinkClasses}>
            {t(fixLink.children)}
          </Link>
        </>
      )}
    </p>
  )
}

/** Effects whose label is a title or data of the email, not a text of ours. */
const nameOnly: ReadonlySet<Effect['kind']> = new Set(['deal', 'data'])

function RunEffects({ effects }: Pick<ActionRun, 'effects'>) {
  const { sandboxUrl } = useProduct()
  return (
    <ul className="mt-1 space-y-0.5">
      {effects.map(({ kind, label, url }) => {
        const safeUrl = safeServiceUrl(url, sandboxUrl)
        const shown = safeText(nameOnly.has(kind) ? label : t(label))
        return (
          <li key={`${kind} ${label} ${url ?? ''}`} className="wrap-anywhere">
            {safeUrl ? (
              <a
                href={safeUrl.href}
                target="_blank"
                rel="noreferrer"
                className="text-accent-strong underline underline-offset-4"
              >
                <bdi>{shown}</bdi>
                <span className="sr-only"> {t('(opens in a new tab)')}</span>
              </a>
            ) : (
              <bdi>{shown}</bdi>
            )}
          </li>
        )
      })}
    </ul>
  )
}
