import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { confirmationOf, forwardAddressesQuery, useRequestForwardConfirmation } from '../../../api/forward-addresses.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { isCancelled, useReauthentication } from '../../../shell/reauthentication/reauthentication.tsx'
import { Button } from '../../../ui/button.tsx'
import { ForwardStatus, ForwardStatusSkeleton } from './forward-status.tsx'
import { t } from '../../../texts/translate.ts'

/**
 * Whether the recipient at the saved address has agreed to receive forwarded mail. Nothing is forwarded before that:
 * otherwise mail could be sent to a person who does not want it.
 */
export function ForwardConsent({ address }: { address: string }) {
  const { data: addresses, error } = useQuery(forwardAddressesQuery)
  const request = useRequestForwardConfirmation()
  const { withReauthentication } = useReauthentication()
  if (error && !addresses)
    return (
      <p className="text-sm text-bad">
        {t('The state of the address could not be loaded: {error}', { error: messageOf(error) })}
      </p>
    )
  if (!addresses) return <ForwardStatusSkeleton />
  const confirmation = confirmationOf(addresses, address)
  if (confirmation === 'confirmed')
    return (
      <ForwardStatus isGood badge={t('Confirmed')}>
        {t('Email may be forwarded there.')}
      </ForwardStatus>
    )
  if (confirmation === 'withdrawn')
    return (
      <ForwardStatus isGood={false} badge={t('Ended')}>
        {t('The recipient has stopped the forwarding. Please choose another address.')}
      </ForwardStatus>
    )
  const send = async (): Promise<void> => {
    try {
      await withReauthentication(() => request.mutateAsync(address))
      toastSuccess(t('Link sent'), t('Open the link in that mailbox to confirm the address.'))
    } catch (failure) {
      if (!isCancelled(failure)) toastError(t('Error'), messageOf(failure))
    }
  }
  return (
    <ForwardStatus
      isGood={false}
      badge={t('Not confirmed')}
      button={
        <Button size="small" busy={request.isPending} onClick={() => void send()}>
          {confirmation ? t('Send Link Again') : t('Send Link')}
        </Button>
      }
    >
      {confirmation
        ? t('A link was sent to this address. Nothing is forwarded until the recipient has agreed.')
        : t('Nothing is forwarded until the recipient has agreed.')}
    </ForwardStatus>
  )
}
