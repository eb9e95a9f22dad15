import type { PreviewedMailOutput } from '../../../../contract/functions/previewed-mail.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Link } from '../../../routing/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'
import { t, tn } from '../../../texts/translate.ts'

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
      title={t('Preview')}
      description={
        previewUntil === null
          ? tn(waiting, '{count} email would have been sorted.', '{count} emails would have been sorted.')
          : tn(
              waiting,
              '{count} email would have been sorted. New emails stay in your inbox until {date}.',
              '{count} emails would have been sorted. New emails stay in your inbox until {date}.',
              { date: formatDateTime(previewUntil) },
            )
      }
    >
      {waiting > 0 && (
        <p className="mt-3 text-sm">
          <Link to="/history" search={{ mailbox: mailboxId }} className={linkClasses}>
            {t('See where each would go')}
          </Link>
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Close')}</Button>
        {previewUntil !== null && (
          <Button busy={pendingAction === 'stop'} paused={pendingAction === 'sort'} onClick={onStop}>
            {t('Stop Preview')}
          </Button>
        )}
        {waiting > 0 && (
          <Button tone="primary" busy={pendingAction === 'sort'} paused={pendingAction === 'stop'} onClick={onSort}>
            {t('Sort Them Now')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
