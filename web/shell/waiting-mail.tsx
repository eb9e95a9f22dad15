import { useQuery } from '@tanstack/react-query'
import { explain } from '../api/api-error.ts'
import { useSortWaiting, waitingMailQuery } from '../api/waiting-mail.ts'
import { count, formatNumber } from '../lib/format.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'
import { useUsageMonth } from '../lib/use-usage-month.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Mail that the month's limit left in the inbox, and a button as soon as there is room again; nothing where none waits. */
export function WaitingMail() {
  const { data } = useQuery(waitingMailQuery(useUsageMonth()))
  const sort = useSortWaiting()
  if (!data || data.waiting === 0) return null
  const { waiting, room } = data
  const possible = Math.min(waiting, room)
  const start = (): void =>
    sort.mutate(undefined, {
      onSuccess: (started) => {
        // The button goes away, and the focus with it.
        document.querySelector<HTMLElement>('h1')?.focus()
        if (started > 0) toastSuccess('Sorting started', `${count(started, 'email')} that waited will be sorted now.`)
      },
      onError: (error) =>
        toastError('Sorting failed', explain(error, 'The emails that waited could not be sorted. Please try again.')),
    })
  return (
    <div className="mt-4">
      <Notice tone="neutral">
        <p>
          {count(waiting, 'email')} {waiting === 1 ? 'waits' : 'wait'} in your inbox because the monthly limit was
          reached.
          {possible === 0
            ? ` ${waiting === 1 ? 'It' : 'They'} can be sorted once there is room again.`
            : possible < waiting && ` There is room for ${formatNumber(possible)} of them this month.`}
        </p>
        {possible > 0 && (
          <Button size="small" className="mt-2.5" busy={sort.isPending} onClick={start}>
            Sort the {formatNumber(possible)} that waited
          </Button>
        )}
      </Notice>
    </div>
  )
}
