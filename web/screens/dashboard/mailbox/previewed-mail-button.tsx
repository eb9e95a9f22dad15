import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { PreviewedMailOutput } from '../../../../contract/functions/previewed-mail.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useChangePreview } from '../../../api/previewed-mail.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { toastError } from '../../../lib/toast.ts'
import { richCount } from '../../../texts/rich.ts'
import { t, tn } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'

const PreviewedMailDialog = onDemand(async () => (await import('./previewed-mail-dialog.tsx')).PreviewedMailDialog, {
  failed: ({ onClose }) => onClose(),
})

interface PreviewedMailButtonProps {
  mailboxId: string
  data: PreviewedMailOutput
}

export function PreviewedMailButton({ mailboxId, data }: PreviewedMailButtonProps) {
  const change = useChangePreview(mailboxId)
  const [open, setOpen] = useState(false)
  // Awaited: the callbacks of `mutate` do not run once the button is unmounted, which a success can do.
  const apply = async (action: 'sort' | 'stop', announcement: string): Promise<void> => {
    try {
      await change.mutateAsync(action)
    } catch (error) {
      return toastError(t('Update Failed'), errorMessageOr(error, t('This could not be changed. Please try again.')))
    }
    announce(announcement)
    setOpen(false)
  }
  return (
    <>
      <Button
        size="small"
        className="-my-1 border-accent/40! bg-accent-soft! text-accent-strong! shadow-none!"
        icon={<Eye aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={PreviewedMailDialog.prepare}
        onFocus={PreviewedMailDialog.prepare}
        onClick={() => setOpen(true)}
      >
        <span>
          {richCount(
            data.waiting,
            'Preview: {count} email<rest> would have been sorted</rest>',
            'Preview: {count} emails<rest> would have been sorted</rest>',
            { rest: (content) => <span className="max-sm:sr-only">{content}</span> },
          )}
        </span>
      </Button>
      {open && (
        <PreviewedMailDialog
          mailboxId={mailboxId}
          previewed={data}
          pendingAction={change.isPending ? change.variables : null}
          onSort={() =>
            void apply(
              'sort',
              tn(data.waiting, '{count} email will be sorted now', '{count} emails will be sorted now'),
            )
          }
          onStop={() => void apply('stop', t('The preview is over: new emails are sorted'))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
