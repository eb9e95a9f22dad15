import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import type { BackfillEstimate } from '../../../contract/functions/sort-existing.ts'
import { ApiError } from '../../api/api-error.ts'
import { backfillEstimateQuery, useChangeBackfill } from '../../api/backfill.ts'
import { EstimateFooter, EstimateFrame, Fact, Facts } from '../../forms/estimate.tsx'
import { toastError } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlanLink } from '../usage/plan-link.tsx'
import { type BackfillSpan, backfillSpans, durationText, limitText } from './backfill-texts.ts'

/** Lets the user choose how far back to sort, and shows an estimate before anything starts. */
export function SortExistingDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const [span, setSpan] = useState(initialSpan)
  const query = useQuery(backfillEstimateQuery(mailbox.id, span.lastDays))
  const { data } = query
  const start = useChangeBackfill(mailbox.id)
  const canStart = data !== undefined && data.mails > 0 && data.room > 0
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canStart) return
    start.mutate(
      { action: 'start', lastDays: span.lastDays },
      {
        onSuccess: () => {
          announce(t('Sorting of existing emails has started'))
          onClose()
        },
        onError: (error) => {
          // Started in another window: the card behind this dialog shows its progress.
          if (!(error instanceof ApiError && error.code === 'backfill_open')) return
          toastError(t('Sorting is under way'), error.message)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('Sort Existing Emails')}
      description={t('Emails in the inbox are sorted like new emails, newest first. You can close this page.')}
      size="wide"
    >
      <form onSubmit={submit} className="mt-5">
        <BackfillSpanChoice span={span} onChange={setSpan} />
        <div className="mt-4">
          <EstimateFrame facts={4} query={query}>
            {(estimate) => <BackfillEstimateFacts estimate={estimate} />}
          </EstimateFrame>
        </div>
        <p className="mt-4 text-sm text-pretty text-muted">
          {t('New emails always go first. Automated actions do not run for existing emails.')}
        </p>
        <EstimateFooter
          type="submit"
          label={t('Start Sorting')}
          failed={t('Nothing was started')}
          error={start.error}
          busy={start.isPending}
          disabled={!canStart}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

const initialSpan: BackfillSpan = backfillSpans[1]

const optionClasses =
  'flex cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2.5 hover:bg-sunken ' +
  'has-checked:border-accent has-checked:bg-accent-soft'

/** The dialog would focus the first option, which is not the selected one. */
const focus = (radio: HTMLInputElement | null): void => radio?.focus()

interface BackfillSpanChoiceProps {
  span: BackfillSpan
  onChange: (span: BackfillSpan) => void
}

function BackfillSpanChoice({ span, onChange }: BackfillSpanChoiceProps) {
  const group = useId()
  return (
    <fieldset className="text-sm">
      <legend className="mb-1.5 font-medium">{t('Received in')}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {backfillSpans.map((each) => (
          <label key={each.value} className={optionClasses}>
            <input
              type="radio"
              ref={each === initialSpan ? focus : undefined}
              name={group}
              value={each.value}
              checked={each === span}
              onChange={() => onChange(each)}
              className="size-4 shrink-0 accent-accent"
            />
            {t(each.label)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function BackfillEstimateFacts({ estimate }: { estimate: BackfillEstimate }) {
  const { mails, minutes, modelQuestions } = estimate
  const limit = limitText(estimate)
  if (!limit)
    return (
      <Notice tone="neutral">
        <output>{t('The inbox has no emails from this time, so there is nothing to sort.')}</output>
      </Notice>
    )
  return (
    <>
      <Facts>
        <Fact name={t('To sort')}>{tn(mails, 'At most {count} email', 'At most {count} emails')}</Fact>
        <Fact name={t('Time needed')}>{capitalized(durationText(minutes))}</Fact>
        {limit.fits && <Fact name={t('Of your month’s limit')}>{limit.text}</Fact>}
        {modelQuestions > 0 && (
          <Fact name={t('Questions to the language model')}>{t('About {count}', { count: modelQuestions })}</Fact>
        )}
      </Facts>
      {!limit.fits && (
        <div className="mt-3">
          <Notice tone="warn">
            {limit.text} <PlanLink />
          </Notice>
        </div>
      )}
      <output className="sr-only">
        {tn(mails, 'At most {count} email, {duration}.', 'At most {count} emails, {duration}.', {
          duration: durationText(minutes),
        })}{' '}
        {!limit.fits && limit.text}
      </output>
    </>
  )
}
