import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { errorMessageOr } from '../../api/api-error.ts'
import { useFileNow } from '../../api/file-now.ts'
import { delayedCountQuery } from '../../api/processing-logs.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusHandover } from '../../ui/use-focus-handover.ts'

/** Files all emails that stay in the inbox until later. Rendered only where there are any. */
export function FileAllButton() {
  const { data: count = 0 } = useQuery(delayedCountQuery)
  return count > 0 && <FileAll count={count} />
}

function FileAll({ count }: { count: number }) {
  const file = useFileNow()
  const button = useFocusHandover()
  const start = (): void =>
    file.mutate(
      { action: 'all' },
      {
        onSuccess: (started) =>
          toastSuccess(tn(started, '{count} email is being filed', '{count} emails are being filed')),
        onError: (error) => toastError(t('Move failed'), errorMessageOr(error, t('Please try again.'))),
      },
    )
  return (
    <Button ref={button} icon={<ArrowRight aria-hidden="true" />} busy={file.isPending} onClick={start}>
      {tn(count, 'File {count} Email Now', 'File {count} Emails Now')}
    </Button>
  )
}
