import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { failedRunsQuery, useRetryFailedRuns } from '../../api/action-runs.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { t, tn } from '../../texts/translate.ts'

/** Asks before all failed actions run again, and says how many. */
export function RetryFailedDialog({ mailboxId, onClose }: { mailboxId: string | undefined; onClose: () => void }) {
  const { data, isFetching } = useQuery(failedRunsQuery(mailboxId))
  const retry = useRetryFailedRuns(mailboxId)
  const { failed = 0, unclear = 0 } = data ?? {}
  const confirm = (): void =>
    retry.mutate(undefined, {
      onSuccess: ({ retried }) =>
        toastSuccess(
          tn(retried, '{count} Action Queued', '{count} Actions Queued'),
          t('The oldest runs first. The history shows the results.'),
        ),
      onError: (error) => toastError(t('Error'), messageOf(error)),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      onCancel={onClose}
      onConfirm={confirm}
      title={t('Retry all failed actions?')}
      description={
        mailboxId === undefined
          ? tn(
              failed,
              '{count} failed action will run again with the current settings, the oldest first. ' +
                'What an action has done already is not done twice.',
              '{count} failed actions will run again with the current settings, the oldest first. ' +
                'What an action has done already is not done twice.',
            )
          : tn(
              failed,
              '{count} failed action of this mailbox will run again with the current settings, the oldest first. ' +
                'What an action has done already is not done twice.',
              '{count} failed actions of this mailbox will run again with the current settings, the oldest first. ' +
                'What an action has done already is not done twice.',
            )
      }
      confirmLabel={tn(failed, 'Retry {count} Action', 'Retry {count} Actions')}
      busyLabel={t('Retrying...')}
      busy={retry.isPending}
      paused={failed === 0 || (data === undefined && isFetching)}
      tone="primary"
    >
      {unclear > 0 && (
        <p className="mt-3 text-sm text-muted">
          {tn(
            unclear,
            '{count} more is left out, because its outcome is unclear. Check it first, then use Try Again in ' +
              'the list.',
            '{count} more are left out, because their outcomes are unclear. Check them first, then use Try ' +
              'Again in the list.',
          )}
        </p>
      )}
    </ConfirmDialog>
  )
}
