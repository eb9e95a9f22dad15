import { Link } from '@tanstack/react-router'
import type { PreviewedMailOutput } from '../../../../contract/functions/previewed-mail.ts'
import { count, formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface PreviewedMailDialogProps {
  mailboxId: string
  previewed: PreviewedMailOutput
  /** What is under way. */
  doing: 'sort' | 'stop' | null
  onSort: () => void
  onStop: () => void
  onClose: () => void
}

/** What the preview has come to, and what becomes of it. */
export function PreviewedMailDialog(props: PreviewedMailDialogProps) {
  const { mailboxId, previewed, doing, onSort, onStop, onClose } = props
  const { previewUntil, waiting } = previewed
  return (
    <Dialog
      onClose={onClose}
      title="Preview"
      description={
        `${count(waiting, 'email')} would have been sorted.` +
        (previewUntil === null ? '' : ` New email stays in your inbox until ${formatDateTime(previewUntil)}.`)
      }
    >
      <p className="mt-3 text-sm">
        <Link
          to="/history"
          search={{ mailbox: mailboxId }}
          className="rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          See where each would go
        </Link>
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {previewUntil !== null && (
          <Button busy={doing === 'stop'} paused={doing === 'sort'} onClick={onStop}>
            Stop previewing
          </Button>
        )}
        {waiting > 0 && (
          <Button tone="primary" busy={doing === 'sort'} paused={doing === 'stop'} onClick={onSort}>
            Sort them now
          </Button>
        )}
      </div>
    </Dialog>
  )
}
