import { useQueryClient } from '@tanstack/react-query'
import { accountKeys, keepEmail, resendEmailChange } from '../../api/account.ts'
import { pauseOf, saidBy } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** A new address that waits until both mailboxes have said yes. */
export function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  const client = useQueryClient()
  const resend = useSubmission(async () => {
    try {
      await resendEmailChange(email)
      toastSuccess('Links sent', 'Please check both mailboxes.')
    } catch (error) {
      const pause = pauseOf(error)
      toastError(
        'Failed to send the links',
        pause === null ? saidBy(error, 'Please try again later.') : `Please wait ${pause} seconds and try again.`,
      )
    }
  })
  const keep = useSubmission(async () => {
    try {
      await keepEmail(email)
      toastSuccess('Change cancelled', `You keep ${email}.`)
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError('Failed to cancel the change', saidBy(error, 'Please try again later.'))
    }
  })
  return (
    <div className="mb-6 max-w-md">
      <Notice tone="neutral">
        <h3 className="font-semibold">Waiting for confirmation</h3>
        <p className="mt-1 wrap-anywhere">
          Your address changes to <strong className="font-semibold">{newEmail}</strong> as soon as both mailboxes have
          confirmed it.
        </p>
        <ol className="mt-2 list-decimal space-y-1 pl-5 wrap-anywhere">
          <li>Open the link that we sent to {newEmail}</li>
          <li>Open the link that we sent to {email}</li>
        </ol>
        <p className="mt-2 text-muted">
          The order does not matter. Until then you sign in as before; afterwards your other devices are signed out.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={resend.busy} onClick={() => resend.submit(undefined)}>
            {resend.busy ? 'Sending...' : 'Resend Links'}
          </Button>
          <Button size="small" tone="quiet" busy={keep.busy} onClick={() => keep.submit(undefined)}>
            {keep.busy ? 'Cancelling...' : 'Cancel Change'}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
