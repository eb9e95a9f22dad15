import { useQuery } from '@tanstack/react-query'
import { errorMessageOr } from '../../api/api-error.ts'
import { useSortWaiting, waitingMailQuery } from '../../api/waiting-mail.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { useUsageMonth } from '../../lib/use-usage-month.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Messages left in the inbox by the monthly limit, with a button that sorts them once the limit allows it. */
export function WaitingMailNotice() {
  const { data } = useQuery(waitingMailQuery(useUsageMonth()))
  const sort = useSortWaiting()
  if (!data || data.waiting === 0) return null
  const { waiting, room } = data
  const sortable = Math.min(waiting, room)
  const start = (): void =>
    sort.mutate(undefined, {
      onSuccess: (started) => {
        // The focused button is removed.
        document.querySelector<HTMLElement>('h1')?.focus()
        if (started > 0)
          toastSuccess(
            t('Sorting started'),
            tn(
              started,
              '{count} email that waited will be sorted now.',
              '{count} emails that waited will be sorted now.',
            ),
          )
      },
      onError: (error) =>
        toastError(
          t('Sorting failed'),
          errorMessageOr(error, t('The emails that waited could not be sorted. Please try again.')),
        ),
    })
  return (
    <div className="mt-4">
      <Notice tone="neutral">
        <p>
          {tn(
            waiting,
            '{count} email waits in your inbox because the monthly limit was reached.',
            '{count} emails wait in your inbox because the monthly limit was reached.',
          )}{' '}
          {sortable === 0
            ? tn(waiting, 'It can be sorted once there is room again.', 'They can be sorted once there is room again.')
            : sortable < waiting && t('There is room for {sortable} of them this month.', { sortable })}
        </p>
        {sortable > 0 && (
          <Button size="small" className="mt-2.5" busy={sort.isPending} onClick={start}>
            {t('Sort the {sortable} that waited', { sortable })}
          </Button>
        )}
      </Notice>
    </div>
  )
}
