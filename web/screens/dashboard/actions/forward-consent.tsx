import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { confirmationOf, forwardAddressesQuery, useAskForwardAddress } from '../../../api/forward-addresses.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { ForwardStatus, ForwardStatusWaiting } from './forward-status.tsx'

/** Whether whoever reads at the saved address has agreed to get forwarded mail (decision T3). */
export function ForwardConsent({ address }: { address: string }) {
  const { data: addresses, error } = useQuery(forwardAddressesQuery)
  const ask = useAskForwardAddress()
  if (error && !addresses)
    return <p className="text-sm text-bad">Whether the address is confirmed could not be read: {messageOf(error)}</p>
  if (!addresses) return <ForwardStatusWaiting />
  const known = confirmationOf(addresses, address)
  if (known === 'confirmed')
    return (
      <ForwardStatus isGood badge="Confirmed">
        Email may be forwarded there.
      </ForwardStatus>
    )
  if (known === 'withdrawn')
    return (
      <ForwardStatus isGood={false} badge="Ended">
        Whoever reads there has ended the forwarding. Please choose another address.
      </ForwardStatus>
    )
  const send = (): void =>
    ask.mutate(address, {
      onSuccess: () => toastSuccess('Link sent', 'Open the link in that mailbox to confirm the address.'),
      onError: (problem) => toastError('Error', messageOf(problem)),
    })
  return (
    <ForwardStatus
      isGood={false}
      badge="Not confirmed"
      button={
        <Button size="small" busy={ask.isPending} onClick={send}>
          {known ? 'Send Link Again' : 'Send Link'}
        </Button>
      }
    >
      {known
        ? 'A link was sent there. Nothing is forwarded until it has been opened and agreed to.'
        : 'Nothing is forwarded until whoever reads there has agreed.'}
    </ForwardStatus>
  )
}
