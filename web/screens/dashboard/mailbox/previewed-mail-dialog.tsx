import { Link } from '@tanstack/react-router'
import type { PreviewedMailOutput } from '../../../../contract/functions/previewed-mail.ts'
import { formatCount, formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'

interface PreviewedMailDialogProps {
  mailboxId: string
  previewed: PreviewedMailOutput
  /** The action that is running; null: none. */
  pendingAction: 'sort' | 'stop' | null
  onSort: () => void
  onStop: () => void
  onClose: () => void
}

/** Result of the preview: the user can sort the messages or end the preview. */
export function PreviewedMailDialog(props: PreviewedMailDialogProps) {
  const { mailboxId, previewed, pendingAction, onSort, onStop, onClose } = props
  const { previewUntil, waiting } = previewed
  return (
    <Dialog
      onClose={onClose}
      title="Preview"
      description={
        `${formatCount(waiting, 'email')} would have been sorted.` +
        (previewUntil === null ? '' : ` New email stays in your inbox until ${formatDateTime(previewUntil)}.`)
      }
    >
      <p className="mt-3 text-sm">
        <Link to="/history" search={{ mailbox: mailboxId }} className={linkClasses}>
          See where each would go
        </Link>
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {previewUntil !== null && (
          <Button busy={pendingAction === 'stop'} paused={pendingAction === 'sort'} onClick={onStop}>
            Stop previewing
          </Button>
        )}
        {waiting > 0 && (
          <Button tone="primary" busy={pendingAction === 'sort'} paused={pendingAction === 'stop'} onClick={onSort}>
            Sort them now
          </Button>
        )}
      </div>
    </Dialog>
  )
}
