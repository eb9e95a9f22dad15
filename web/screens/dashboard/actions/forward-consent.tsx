import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { confirmationOf, forwardAddressesQuery } from '../../../api/forward-addresses.ts'
import { useSendForwardLink } from '../../../features/reauthentication/use-send-forward-link.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ForwardStatus, ForwardStatusSkeleton } from './forward-status.tsx'

/**
 * Whether the recipient at the saved address has agreed to receive forwarded mail. Nothing is forwarded before that:
 * otherwise mail could be sent to a person who does not want it.
 */
export function ForwardConsent({ address }: { address: string }) {
  const { data: addresses, error } = useQuery(forwardAddressesQuery)
  const { send, sendingTo } = useSendForwardLink()
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
  return (
    <ForwardStatus
      isGood={false}
      badge={t('Not confirmed')}
      button={
        <Button size="small" busy={sendingTo !== null} onClick={() => void send(address)}>
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
