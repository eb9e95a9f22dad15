import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { forwardAddressesQuery, useAskForwardAddress } from '../../api/forward-addresses.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** Whether whoever reads at the saved address has agreed to get forwarded mail (decision T3). */
export function ForwardConsent({ address }: { address: string }) {
  const { data: addresses } = useQuery(forwardAddressesQuery)
  const ask = useAskForwardAddress()
  if (!addresses) return null
  const known = addresses.find((each) => each.address === address.toLowerCase())
  if (known?.status === 'confirmed')
    return (
      <p className="text-sm">
        <Badge tone="good">Confirmed</Badge> <span className="text-muted">Email may be forwarded there.</span>
      </p>
    )
  const send = (): void =>
    ask.mutate(address, {
      onSuccess: () => toastSuccess('Link sent', 'Open the link in that mailbox to confirm the address.'),
      onError: (error) => toastError('Error', messageOf(error)),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p>
        <Badge tone="warn">Not confirmed</Badge>{' '}
        <span className="text-muted">
          Nothing is forwarded until the link in the email that was sent there has been opened.
        </span>
      </p>
      <Button size="small" busy={ask.isPending} onClick={send}>
        {known ? 'Send Link Again' : 'Send Link'}
      </Button>
    </div>
  )
}
