import { useQuery } from '@tanstack/react-query'
import { ForwardMailConfig } from '../../../../contract/actions.ts'
import { confirmationOf, forwardAddressesQuery } from '../../../api/forward-addresses.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rich } from '../../../texts/rich.ts'
import { t, text } from '../../../texts/translate.ts'

const confirmationLabels = {
  confirmed: text('Confirmed'),
  waiting: text('Not confirmed'),
  withdrawn: text('Ended'),
} as const

/** Where an action forwards to, and whether the address is confirmed. An action without an address does not run. */
export function ForwardAddressStatus({ config }: { config: Record<string, unknown> }) {
  const { data: addresses } = useQuery(forwardAddressesQuery)
  const address = ForwardMailConfig.safeParse(config).data?.destination_email
  if (address === undefined) return <p className="text-warn">{t('It runs once it has an address to forward to.')}</p>
  const confirmation = addresses && (confirmationOf(addresses, address) ?? 'waiting')
  return (
    // Reserves the height of the badge until the status is loaded.
    <p className="min-h-11">
      <span className="block wrap-anywhere">{rich('To {address}', { address: <bdi>{address}</bdi> })}</span>
      {confirmation && (
        <Badge tone={confirmation === 'confirmed' ? 'good' : 'warn'}>{t(confirmationLabels[confirmation])}</Badge>
      )}
    </p>
  )
}
