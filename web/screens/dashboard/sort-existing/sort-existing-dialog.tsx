import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import type { BackfillEstimate } from '../../../../contract/functions/sort-existing.ts'
import type { Mailbox } from '../../../../contract/mailbox.ts'
import { ApiError } from '../../../api/api-error.ts'
import { backfillEstimateQuery, useChangeBackfill } from '../../../api/backfill.ts'
import { count, formatNumber } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { EstimateFoot } from '../../../shell/estimate-foot.tsx'
import { EstimateFrame, Fact, Facts } from '../../../shell/estimate-frame.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { duration, limitWords, type Span, spans } from './backfill-words.ts'

const first = spans[1]
/** The dialog would take the first one, which is not the one that is chosen. */
const focus = (radio: HTMLInputElement | null): void => radio?.focus()

/** How far back, and what that would mean, before anything is done. */
export function SortExistingDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const [span, setSpan] = useState<Span>(first)
  const group = useId()
  const query = useQuery(backfillEstimateQuery(mailbox.id, span.lastDays))
  const { data } = query
  const start = useChangeBackfill(mailbox.id)
  const possible = data !== undefined && data.mails > 0 && data.room > 0
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!possible) return
    start.mutate(
      { action: 'start', lastDays: span.lastDays },
      {
        onSuccess: () => {
          announce('Sorting of existing mail has started')
          onClose()
        },
        onError: (problem) => {
          // Started in another window: how far it is shows behind this dialog.
          if (!(problem instanceof ApiError && problem.code === 'backfill_open')) return
          toastError('Sorting is under way', problem.message)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title="Sort Existing Mail"
      description="Mail in the inbox is sorted like new mail, newest first. You can close this page meanwhile."
      size="wide"
    >
      <form onSubmit={submit} className="mt-5">
        <fieldset className="text-sm">
          <legend className="mb-1.5 font-medium">Received in</legend>
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
            {spans.map((each) => (
              <label
                key={each.value}
                className="flex cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  ref={each === first ? focus : undefined}
                  name={group}
                  value={each.value}
                  checked={each === span}
                  onChange={() => setSpan(each)}
                  className="size-4 shrink-0 accent-accent"
                />
                {each.label}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="mt-4">
          <EstimateFrame facts={4} query={query}>
            {(estimate) => <Estimate estimate={estimate} />}
          </EstimateFrame>
        </div>
        <p className="mt-4 text-sm text-pretty text-muted">
          New mail always goes first. Automated actions do not run for existing mail.
        </p>
        <EstimateFoot
          type="submit"
          label="Start Sorting"
          failed="Nothing was started"
          error={start.error}
          busy={start.isPending}
          disabled={!possible}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

function Estimate({ estimate }: { estimate: BackfillEstimate }) {
  const { mails, minutes, modelQuestions } = estimate
  const limit = limitWords(estimate)
  if (!limit)
    return (
      <Notice tone="neutral">
        <output>There is no email of this time in the inbox, so there is nothing to sort.</output>
      </Notice>
    )
  return (
    <>
      <Facts>
        <Fact name="To sort">{`At most ${count(mails, 'email')}`}</Fact>
        <Fact name="Time needed">{capital(duration(minutes))}</Fact>
        {limit.fits && <Fact name="Of your month’s limit">{`At most ${limit.words}`}</Fact>}
        {modelQuestions > 0 && (
          <Fact name="Questions to the language model">{`About ${formatNumber(modelQuestions)}`}</Fact>
        )}
      </Facts>
      {!limit.fits && (
        <div className="mt-3">
          <Notice tone="warn">
            {limit.words}{' '}
            <Link to="/subscription" className="rounded-sm font-medium underline underline-offset-4">
              See your plan
            </Link>
          </Notice>
        </div>
      )}
      <output className="sr-only">
        {`At most ${count(mails, 'email')}, ${duration(minutes)}. ${limit.fits ? '' : limit.words}`}
      </output>
    </>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
