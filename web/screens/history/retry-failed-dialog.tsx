import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { failedRunsQuery, useRetryFailedRuns } from '../../api/action-runs.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Asks before all failed actions run again, and says how many. */
export function RetryFailedDialog({ mailboxId, onClose }: { mailboxId: string | undefined; onClose: () => void }) {
  const { data, isFetching } = useQuery(failedRunsQuery(mailboxId))
  const retry = useRetryFailedRuns(mailboxId)
  const { failed = 0, unclear = 0 } = data ?? {}
  const confirm = (): void =>
    retry.mutate(undefined, {
      onSuccess: ({ retried }) =>
        toastSuccess(
          `${formatCount(retried, 'Action')} Queued`,
          'The oldest runs first. The history shows the results.',
        ),
      onError: (error) => toastError('Error', messageOf(error)),
      onSettled: onClose,
    })
  const which = mailboxId === undefined ? '' : ' of this mailbox'
  return (
    <ConfirmDialog
      onCancel={onClose}
      onConfirm={confirm}
      title="Retry all failed actions?"
      description={
        `${formatCount(failed, 'failed action')}${which} will run again with the current settings, the oldest first. ` +
        'What an action has done already is not done twice.'
      }
      confirmLabel={`Retry ${formatCount(failed, 'Action')}`}
      busyLabel="Retrying..."
      busy={retry.isPending}
      paused={failed === 0 || (data === undefined && isFetching)}
      tone="primary"
    >
      {unclear > 0 && (
        <p className="mt-3 text-sm text-muted">
          {unclear === 1
            ? '1 more is left out, because its outcome is unclear. '
            : `${formatNumber(unclear)} more are left out, because their outcomes are unclear. `}
          Look first, then use Try Again in the list.
        </p>
      )}
    </ConfirmDialog>
  )
}
