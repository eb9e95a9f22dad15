import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { ApiError } from '../../../api/api-error.ts'
import { backfillEstimateQuery, useChangeBackfill } from '../../../api/backfill.ts'
import { EstimateFooter, EstimateFrame } from '../../../forms/estimate.tsx'
import { toastError } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { BackfillEstimateFacts } from './backfill-estimate-facts.tsx'
import { BackfillSpanChoice, initialSpan } from './backfill-span-choice.tsx'

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
          announce(t('Sorting of existing email has started'))
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
      title={t('Sort Existing Email')}
      description={t('Email in the inbox is sorted like new email, newest first. You can close this page.')}
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
          {t('New email always goes first. Automated actions do not run for existing email.')}
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
