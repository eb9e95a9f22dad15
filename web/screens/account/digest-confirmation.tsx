import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../api/account.ts'
import { useRequestDigestConfirmation } from '../../api/email-digest.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorMessage } from './error-message.ts'

/** The digest waits until the reader of the address has agreed to it. */
export function DigestConfirmation() {
  const { data: account } = useQuery(accountQuery)
  const request = useRequestDigestConfirmation()
  const send = (): void =>
    request.mutate(undefined, {
      onSuccess: () => toastSuccess(t('Link sent'), t('Open the newest email and press the button there.')),
      onError: (error) => toastError(t('Failed to send the link'), errorMessage(error)),
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <Notice tone="warn" role="alert">
          {account
            ? rich(
                'Confirm your address first: open the link that was sent to <address>{email}</address>. The ' +
                  'digest starts then.',
                {
                  email: account.email,
                  address: (content) => <strong className="font-medium wrap-anywhere">{content}</strong>,
                },
              )
            : t('Confirm your address first: open the link that was sent to you. The digest starts then.')}
        </Notice>
      </div>
      <Button busy={request.isPending} onClick={send}>
        {t('Send Link Again')}
      </Button>
    </div>
  )
}
