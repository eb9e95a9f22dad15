import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { failedRunsQuery } from '../../api/action-runs.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'

const RetryFailedDialog = onDemand(async () => (await import('./retry-failed-dialog.tsx')).RetryFailedDialog, {
  failed: ({ onClose }) => onClose(),
})

/**
 * Retries all failed actions of the mailbox that the history shows, or of all. Rendered only where an action has
 * failed.
 */
export function RetryFailedButton({ mailboxId }: { mailboxId: string | undefined }) {
  const { data } = useQuery(failedRunsQuery(mailboxId))
  const [open, setOpen] = useState(false)
  const failed = data?.failed ?? 0
  if (failed === 0 && !open) return null
  return (
    <>
      <Button icon={<RotateCcw aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Retry All Failed')}
      </Button>
      {open && <RetryFailedDialog mailboxId={mailboxId} onClose={() => setOpen(false)} />}
    </>
  )
}
