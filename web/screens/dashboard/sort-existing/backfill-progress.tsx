import { Link } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Backfill } from '../../../../contract/functions/sort-existing.ts'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { messageOf } from '../../../api/api-error.ts'
import { type BackfillChange, useChangeBackfill } from '../../../api/backfill.ts'
import { count, formatNumber } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { BackfillUndo } from './backfill-undo.tsx'
import { isOpen, passedOver, remaining, stateLooks, stateWords } from './backfill-words.ts'

const ConfirmDialog = onDemand(async () => (await import('../../../ui/dialog.tsx')).ConfirmDialog, {
  failed: ({ onCancel }) => onCancel(),
})
const linkLook = 'rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong'

/** How far it is, what came of it, and what may be done about it. */
export function BackfillProgress({ backfill, mailbox }: { backfill: Backfill; mailbox: Mailbox }) {
  const { state, total, done } = backfill
  const open = isOpen(backfill)
  useSaidState(backfill)
  return (
    <>
      {open && (
        <>
          <div className="mb-2 flex items-baseline justify-between gap-4">
            <span className="font-medium">
              {formatNumber(done)} of {count(total, 'email')}
            </span>
            <span className="text-muted tabular-nums">{state === 'running' && stateWords(backfill)}</span>
          </div>
          <Meter
            label="Existing mail that was looked at"
            percent={total > 0 ? Math.floor((done / total) * 100) : 0}
            tone={state === 'limit' ? 'warn' : 'accent'}
          />
        </>
      )}
      {state !== 'running' && (
        <p className={open ? 'mt-3 text-pretty' : 'text-pretty'}>
          {stateWords(backfill)}{' '}
          {state === 'limit' && (
            <Link to="/subscription" className={linkLook}>
              See your plan
            </Link>
          )}
        </p>
      )}
      <Outcomes backfill={backfill} />
      {open && <Controls backfill={backfill} mailbox={mailbox} />}
      <BackfillUndo key={backfill.id} backfill={backfill} mailbox={mailbox}>
        <Link to="/history" search={{ mailbox: mailbox.id }} className={linkLook}>
          See them in the history
        </Link>
      </BackfillUndo>
    </>
  )
}

function Outcomes({ backfill }: { backfill: Backfill }) {
  const rest = passedOver(backfill)
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
        <Figure name="Sorted" value={backfill.sorted} />
        <Figure name="Left in the inbox" value={backfill.left} />
        <Figure name="Failed" value={backfill.failed} isBad={backfill.failed > 0} />
      </dl>
      {rest > 0 && (
        <p className="mt-3 text-muted">{count(rest, 'email')} had been looked at before, or had left the inbox.</p>
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

const failedWords = { pause: 'Pause failed', resume: 'Resume failed', cancel: 'Cancel failed' }

function Controls({ backfill, mailbox }: { backfill: Backfill; mailbox: Mailbox }) {
  const change = useChangeBackfill(mailbox.id)
  const [leaving, setLeaving] = useState(false)
  const running = backfill.state === 'running'
  const isActive = mailbox.status === 'active'
  const act = async (action: Exclude<BackfillChange['action'], 'start'>): Promise<void> => {
    // Awaited here: what would listen in these buttons is gone when it has ended.
    await change.mutateAsync({ action }).catch((error: unknown) => toastError(failedWords[action], messageOf(error)))
    setLeaving(false)
  }
  const doing = change.isPending ? change.variables.action : null
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          icon={running ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          busy={doing === 'pause' || doing === 'resume'}
          disabled={!running && !isActive}
          onClick={() => void act(running ? 'pause' : 'resume')}
        >
          {running ? 'Pause' : 'Resume'}
        </Button>
        <Button tone="quiet" onClick={() => setLeaving(true)}>
          Cancel Sorting
        </Button>
        {running && <span className="text-muted max-sm:w-full">It goes on when you close this page.</span>}
      </div>
      {!isActive && (
        <p className="mt-3 text-warn">Sorting is paused. Connect this mailbox again to go on with its existing mail.</p>
      )}
      {leaving && (
        <ConfirmDialog
          onCancel={() => setLeaving(false)}
          onConfirm={() => void act('cancel')}
          title="Cancel sorting existing mail?"
          description={`What was sorted stays sorted. ${count(remaining(backfill), 'email')} ${remaining(backfill) === 1 ? 'stays' : 'stay'} in the inbox; you can start again at any time.`}
          confirmLabel="Cancel Sorting"
          cancelLabel="Keep Going"
          busyLabel="Canceling..."
          busy={doing === 'cancel'}
        />
      )}
    </>
  )
}

/** Whoever does not see the page hears when it starts, stops or ends, not each step. */
function useSaidState(backfill: Backfill): void {
  const said = useRef(backfill.state)
  const { state } = backfill
  const words = `Existing mail: ${stateLooks[state].words}. ${formatNumber(backfill.done)} of ${count(backfill.total, 'email')}`
  useEffect(() => {
    if (said.current === state) return
    said.current = state
    announce(words)
  }, [state, words])
}
