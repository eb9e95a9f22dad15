import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import type { Backfill } from '../../../../contract/functions/sort-existing.ts'
import { messageOf } from '../../../api/api-error.ts'
import { type BackfillChange, useChangeBackfill } from '../../../api/backfill.ts'
import { PlanLink } from '../../../features/usage/plan-link.tsx'
import { UndoMany } from '../../../features/undo/undo-many.tsx'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { Link } from '../../../routing/link.tsx'
import { t, text, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'
import { Meter } from '../../../ui/meter.tsx'
import {
  isOpen,
  remainingCount,
  skippedCount,
  stateBadges,
  stateText,
} from '../../../features/sort-existing/backfill-texts.ts'

const ConfirmDialog = onDemand(async () => (await import('../../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})

/** Progress and results of a backfill, with its buttons. */
export function BackfillProgress({ backfill, mailbox }: { backfill: Backfill; mailbox: Mailbox }) {
  const { state, total, done } = backfill
  const open = isOpen(backfill)
  useStateAnnouncement(backfill)
  return (
    <>
      {open && (
        <>
          <div className="mb-2 flex items-baseline justify-between gap-4">
            <span className="font-medium">
              {tn(total, '{done} of {count} email', '{done} of {count} emails', { done })}
            </span>
            <span className="text-muted tabular-nums">{state === 'running' && stateText(backfill)}</span>
          </div>
          <Meter
            label={t('Existing emails that were checked')}
            percent={total > 0 ? Math.floor((done / total) * 100) : 0}
            tone={state === 'limit' ? 'warn' : 'accent'}
          />
        </>
      )}
      {state !== 'running' && (
        <p className={open ? 'mt-3 text-pretty' : 'text-pretty'}>
          {stateText(backfill)} {state === 'limit' && <PlanLink />}
        </p>
      )}
      <Outcomes backfill={backfill} />
      {open && <Controls backfill={backfill} mailbox={mailbox} />}
      <BackfillUndo key={backfill.id} backfill={backfill} mailbox={mailbox}>
        <Link to="/history" search={{ mailbox: mailbox.id }} className={linkClasses}>
          {t('See them in the history')}
        </Link>
      </BackfillUndo>
    </>
  )
}

function Outcomes({ backfill }: { backfill: Backfill }) {
  const skipped = skippedCount(backfill)
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
        <Figure name={t('Sorted')} value={backfill.sorted} />
        <Figure name={t('Left in the inbox')} value={backfill.left} />
        <Figure name={t('Failed')} value={backfill.failed} isBad={backfill.failed > 0} />
      </dl>
      {skipped > 0 && (
        <p className="mt-3 text-muted">
          {tn(
            skipped,
            '{count} email was checked before, or is no longer in the inbox.',
            '{count} emails were checked before, or are no longer in the inbox.',
          )}
        </p>
      )}
    </>
  )
}

const Figure = ({ name, value, isBad = false }: { name: string; value: number; isBad?: boolean }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className={isBad ? 'text-lg font-semibold tabular-nums text-bad' : 'text-lg font-semibold tabular-nums'}>
      {formatNumber(value)}
    </dd>
  </div>
)

const failureTitles = {
  pause: text('Pause failed'),
  resume: text('Resume failed'),
  cancel: text('Cancel failed'),
}

function Controls({ backfill, mailbox }: { backfill: Backfill; mailbox: Mailbox }) {
  const change = useChangeBackfill(mailbox.id)
  const [canceling, setCanceling] = useState(false)
  const rest = remainingCount(backfill)
  const running = backfill.state === 'running'
  const isActive = mailbox.status === 'active'
  const act = async (action: Exclude<BackfillChange['action'], 'start'>): Promise<void> => {
    // Awaited: the callbacks of `mutate` do not run once the buttons are unmounted.
    await change
      .mutateAsync({ action })
      .catch((error: unknown) => toastError(t(failureTitles[action]), messageOf(error)))
    setCanceling(false)
  }
  const pendingAction = change.isPending ? change.variables.action : null
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          icon={running ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          busy={pendingAction === 'pause' || pendingAction === 'resume'}
          disabled={!running && !isActive}
          onClick={() => void act(running ? 'pause' : 'resume')}
        >
          {running ? t('Pause') : t('Resume')}
        </Button>
        <Button tone="quiet" onClick={() => setCanceling(true)}>
          {t('Cancel Sorting')}
        </Button>
        {running && <span className="text-muted max-sm:w-full">{t('It continues when you close this page.')}</span>}
      </div>
      {!isActive && (
        <p className="mt-3 text-warn">
          {t('Sorting is paused. Reconnect this mailbox to continue with its existing emails.')}
        </p>
      )}
      {canceling && (
        <ConfirmDialog
          onCancel={() => setCanceling(false)}
          onConfirm={() => void act('cancel')}
          title={t('Cancel sorting existing emails?')}
          description={tn(
            rest,
            'What was sorted stays sorted. {count} email stays in the inbox; you can start again at any time.',
            'What was sorted stays sorted. {count} emails stay in the inbox; you can start again at any time.',
          )}
          confirmLabel={t('Cancel Sorting')}
          cancelLabel={t('Continue Sorting')}
          busyLabel={t('Canceling...')}
          busy={pendingAction === 'cancel'}
        />
      )}
    </>
  )
}

/** Announces changes of the state, not each step. */
function useStateAnnouncement(backfill: Backfill): void {
  const announced = useRef(backfill.state)
  const { state } = backfill
  const announcement = tn(
    backfill.total,
    'Existing emails: {state}. {done} of {count} email',
    'Existing emails: {state}. {done} of {count} emails',
    { state: t(stateBadges[state].label), done: backfill.done },
  )
  useEffect(() => {
    if (announced.current === state) return
    announced.current = state
    announce(announcement)
  }, [state, announcement])
}

interface BackfillUndoProps {
  backfill: Backfill
  mailbox: Mailbox
  /** Shown before the button. */
  children: ReactNode
}

/** Undoes a backfill; hidden while the backfill runs. */
function BackfillUndo({ backfill, mailbox, children }: BackfillUndoProps) {
  const { id, state, sorted, startedAt } = backfill
  // Stays mounted after the undo, when nothing counts as sorted any more: the dialog shows the result.
  const [wasShown, setWasShown] = useState(false)
  const isShown = state !== 'running' && (wasShown || sorted > 0)
  if (isShown !== wasShown) setWasShown(isShown)
  if (!isShown) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      {mailbox.status === 'active' && (
        <UndoMany
          mailboxId={mailbox.id}
          what={{ kind: 'backfill', backfillId: id }}
          title={t('Undo Sorting Existing Emails')}
          about={t('Emails that the run of {date} sorted', { date: formatDateTime(startedAt) })}
        >
          {t('Undo…')}
        </UndoMany>
      )}
    </div>
  )
}
