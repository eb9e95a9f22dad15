import { useQueryClient } from '@tanstack/react-query'
import { accountKeys, cancelEmailChange, resendEmailChange } from '../../api/account.ts'
import { retryAfterSeconds, authErrorMessage } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'

/** Notice of a change of address that awaits confirmation by both mailboxes. */
export function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  const client = useQueryClient()
  const resend = useSubmission(async () => {
    try {
      await resendEmailChange(email)
      toastSuccess(t('Links sent'), t('Please check both mailboxes.'))
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      toastError(
        t('Failed to send the links'),
        seconds === null
          ? authErrorMessage(error, t('Please try again later.'))
          : t('Please wait {seconds} seconds and try again.', { seconds }),
      )
    }
  })
  const cancel = useSubmission(async () => {
    try {
      await cancelEmailChange(email)
      toastSuccess(t('Change canceled'), t('You keep {email}.', { email }))
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError(t('Failed to cancel the change'), authErrorMessage(error, t('Please try again later.')))
    }
  })
  return (
    <div className="mb-6 max-w-md">
      <Notice tone="neutral">
        <h3 className="font-semibold">{t('Waiting for confirmation')}</h3>
        <p className="mt-1 wrap-anywhere">
          {rich('Your address changes to {email} as soon as both mailboxes have confirmed it.', {
            email: <strong className="font-semibold">{newEmail}</strong>,
          })}
        </p>
        <ol className="mt-2 list-decimal space-y-1 pl-5 wrap-anywhere">
          <li>{t('Open the link that we sent to {email}', { email: newEmail })}</li>
          <li>{t('Open the link that we sent to {email}', { email })}</li>
        </ol>
        <p className="mt-2 text-muted">
          {t(
            'The order does not matter. ' +
              'Until then you sign in as before; afterwards your other devices are signed out.',
          )}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={resend.busy} onClick={() => resend.submit(undefined)}>
            {resend.busy ? t('Sending...') : t('Resend Links')}
          </Button>
          <Button size="small" tone="quiet" busy={cancel.busy} onClick={() => cancel.submit(undefined)}>
            {cancel.busy ? t('Canceling...') : t('Cancel Change')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
