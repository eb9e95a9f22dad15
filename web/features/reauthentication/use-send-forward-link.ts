import { messageOf } from '../../api/api-error.ts'
import { useRequestForwardConfirmation } from '../../api/forward-addresses.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { isCancelled, useReauthentication } from './reauthentication-provider.tsx'

/** Sends the link by which the owner of an address agrees to receive forwarded email. */
export function useSendForwardLink() {
  const { mutateAsync, isPending, variables } = useRequestForwardConfirmation()
  const { withReauthentication } = useReauthentication()
  const send = async (address: string): Promise<void> => {
    try {
      await withReauthentication(() => mutateAsync(address))
      toastSuccess(t('Link sent'), t('Open the link in that mailbox to confirm the address.'))
    } catch (failure) {
      if (!isCancelled(failure)) toastError(t('Failed to send the link'), messageOf(failure))
    }
  }
  return { send, sendingTo: isPending ? variables : null }
}
