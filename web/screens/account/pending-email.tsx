import { useQueryClient } from '@tanstack/react-query'
import { accountKeys, cancelEmailChange, resendEmailChange } from '../../api/account.ts'
import { retryAfterSeconds, authErrorMessage } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Notice of a change of address that awaits confirmation by both mailboxes. */
export function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  const client = useQueryClient()
  const resend = useSubmission(async () => {
    try {
      await resendEmailChange(email)
      toastSuccess('Links sent', 'Please check both mailboxes.')
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      toastError(
        'Failed to send the links',
        seconds === null
          ? authErrorMessage(error, 'Please try again later.')
          : `Please wait ${seconds} seconds and try again.`,
      )
    }
  })
  const cancel = useSubmission(async () => {
    try {
      await cancelEmailChange(email)
      toastSuccess('Change cancelled', `You keep ${email}.`)
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError('Failed to cancel the change', authErrorMessage(error, 'Please try again later.'))
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
          <Button size="small" tone="quiet" busy={cancel.busy} onClick={() => cancel.submit(undefined)}>
            {cancel.busy ? 'Cancelling...' : 'Cancel Change'}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
