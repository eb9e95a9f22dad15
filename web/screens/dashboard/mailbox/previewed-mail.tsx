import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { explain } from '../../../api/api-error.ts'
import { previewedMailQuery, useChangePreview } from '../../../api/previewed-mail.ts'
import { count } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { onDemand } from '../../../shell/on-demand.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'

const PreviewedMailDialog = onDemand(async () => (await import('./previewed-mail-dialog.tsx')).PreviewedMailDialog, {
  failed: ({ onClose }) => onClose(),
})

/**
 * What the sorter would have done while the mailbox is only previewed; nothing where it sorts and nothing is left over. It stands beside the
 * screen's title, where there is room for it whenever it comes: a banner would push everything down.
 */
export function PreviewedMail({ mailboxId }: { mailboxId: string }) {
  const { data } = useQuery(previewedMailQuery(mailboxId))
  const change = useChangePreview(mailboxId)
  const [open, setOpen] = useState(false)
  if (!data || (data.previewUntil === null && data.waiting === 0)) return null
  // Awaited here: the dialog, and with it the button, may be gone when it succeeds.
  const say = async (action: 'sort' | 'stop', words: string): Promise<void> => {
    try {
      await change.mutateAsync(action)
    } catch (error) {
      return toastError('Update Failed', explain(error, 'This could not be changed. Please try again.'))
    }
    announce(words)
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
          Preview: {count(data.waiting, 'email')}
          <span className="max-sm:sr-only"> would have been sorted</span>
        </span>
      </Button>
      {open && (
        <PreviewedMailDialog
          mailboxId={mailboxId}
          previewed={data}
          doing={change.isPending ? change.variables : null}
          onSort={() => void say('sort', `${count(data.waiting, 'email')} will be sorted now`)}
          onStop={() => void say('stop', 'The preview is over: new email is sorted')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
