import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ForwardAddressStatus } from '../../../contract/functions/forward-addresses.ts'
import { forwardAddressesQuery, useRemoveForwardAddress } from '../../api/forward-addresses.ts'
import { useSendForwardLink } from '../../features/reauthentication/use-send-forward-link.ts'
import { formatDate } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { errorMessage } from './error-message.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'

/** Addresses that mail may be forwarded to. Not shown to users who have none. */
export function ForwardAddressesCard() {
  const { data: addresses, error, isFetching, refetch } = useQuery(forwardAddressesQuery)
  const remove = useRemoveForwardAddress()
  const { send, sendingTo } = useSendForwardLink()
  const heading = useRef<HTMLDivElement>(null)
  const isLoaded = addresses !== undefined
  // The router scrolled to the fragment before the card was shown.
  useEffect(() => {
    if (isLoaded && location.hash === '#forward-addresses') heading.current?.scrollIntoView({ block: 'start' })
  }, [isLoaded])
  if (addresses?.length === 0 && remove.isIdle) return null
  if (!addresses && !error) return null

  const removeAddress = (address: string): void =>
    remove.mutate(address, {
      onSuccess: () => {
        // The focused button is removed with its row.
        heading.current?.focus({ preventScroll: true })
        toastSuccess(t('Address removed'), t('Nothing is forwarded there any more.'))
      },
      onError: (failure) => toastError(t('Failed to remove the address'), errorMessage(failure)),
    })

  return (
    <div ref={heading} id="forward-addresses" tabIndex={-1} className="scroll-mt-24 outline-none">
      <Card
        title={t('Forwarding Addresses')}
        description={t('Where your actions may forward email to. Remove an address that you do not know.')}
      >
        <div className="border-t border-line">
          {addresses ? (
            <ul aria-label={t('Forwarding addresses')} className="divide-y divide-line">
              {addresses.map((each) => (
                <AddressRow
                  key={each.address}
                  address={each}
                  busy={remove.isPending && remove.variables === each.address}
                  paused={remove.isPending}
                  sending={sendingTo === each.address}
                  onSend={() => void send(each.address)}
                  onRemove={() => removeAddress(each.address)}
                />
              ))}
            </ul>
          ) : (
            <LoadFailure
              title={t('Your forwarding addresses could not be loaded')}
              error={error}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {addresses?.length === 0 && (
            <p className="px-5 py-4 text-sm text-muted">{t('There are no forwarding addresses.')}</p>
          )}
        </div>
      </Card>
    </div>
  )
}

const statusLabels = {
  confirmed: text('Confirmed'),
  waiting: text('Not confirmed'),
  withdrawn: text('Ended'),
} as const

interface AddressRowProps {
  address: ForwardAddressStatus
  busy: boolean
  paused: boolean
  sending: boolean
  onSend: () => void
  onRemove: () => void
}

function AddressRow({ address: { address, status, asked_at }, ...row }: AddressRowProps) {
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 font-medium wrap-anywhere">{safeText(address)}</bdi>
          <Badge tone={status === 'confirmed' ? 'good' : 'warn'}>{t(statusLabels[status])}</Badge>
        </p>
        <p className="text-sm text-muted">{t('Added {date}', { date: formatDate(asked_at) })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'waiting' && (
          <Button
            size="small"
            busy={row.sending}
            paused={row.paused}
            onClick={row.onSend}
            aria-label={t('Send Link Again to {address}', { address })}
          >
            {t('Send Link Again')}
          </Button>
        )}
        <Button
          size="small"
          busy={row.busy}
          paused={row.paused || row.sending}
          onClick={row.onRemove}
          aria-label={t('Remove {address}', { address })}
        >
          {t('Remove')}
        </Button>
      </div>
    </li>
  )
}
