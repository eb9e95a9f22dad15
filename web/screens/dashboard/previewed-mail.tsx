import { useQuery } from '@tanstack/react-query'
import { explain } from '../../api/api-error.ts'
import { previewedMailQuery, useChangePreview } from '../../api/previewed-mail.ts'
import { count, formatDateTime } from '../../lib/format.ts'
import { toastError } from '../../lib/toast.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What the sorter would have done while the mailbox is only previewed; nothing where it sorts and nothing is left over. */
export function PreviewedMail({ mailboxId }: { mailboxId: string }) {
  const { data } = useQuery(previewedMailQuery(mailboxId))
  const change = useChangePreview(mailboxId)
  if (!data || (data.previewUntil === null && data.waiting === 0)) return null
  const { previewUntil, waiting } = data
  // Awaited here: the button, and with it the banner, may be gone when it succeeds.
  const say = async (action: 'sort' | 'stop', words: string): Promise<void> => {
    try {
      await change.mutateAsync(action)
    } catch (error) {
      return toastError('Update Failed', explain(error, 'This could not be changed. Please try again.'))
    }
    announce(words)
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <div className="mb-6">
      <Notice tone="neutral">
        <p>
          <strong className="font-semibold">Preview:</strong> {count(waiting, 'email')} would have been sorted.
          {previewUntil !== null && ` New email stays in your inbox until ${formatDateTime(previewUntil)}.`}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {waiting > 0 && (
            <Button
              size="small"
              tone="primary"
              busy={change.isPending}
              onClick={() => void say('sort', `${count(waiting, 'email')} will be sorted now`)}
            >
              Sort them now
            </Button>
          )}
          {previewUntil !== null && (
            <Button
              size="small"
              busy={change.isPending}
              onClick={() => void say('stop', 'The preview is over: new email is sorted')}
            >
              Stop previewing
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
