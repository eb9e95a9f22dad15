import { ApiError, errorMessageOr } from '../../api/api-error.ts'
import { useConnectMailbox } from '../../api/mailboxes.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Failed to connect mailbox. Please try again.')
  return t('Failed to connect mailbox. Please try again. Failed to initiate mailbox connection: {status}', {
    status: error.statusText || error.message,
  })
}

/** Starts the sign-in at Microsoft. */
export function useStartConnect() {
  const connect = useConnectMailbox()
  /** @param mailboxId connects this mailbox again: another account is then refused instead of becoming a new mailbox */
  const startConnect = (mailboxId?: string): void =>
    connect.mutate(mailboxId === undefined ? undefined : { mailboxId }, {
      onError: (error) => toastError(t('Connection Error'), errorMessageOr(error, failureText(error))),
    })
  // After a success the browser leaves the page: busy until then.
  return { connecting: connect.isPending || connect.isSuccess, startConnect }
}
