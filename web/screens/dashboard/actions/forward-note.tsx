import { useQuery } from '@tanstack/react-query'
import { ForwardMailConfig } from '../../../../contract/actions.ts'
import { confirmationOf, forwardAddressesQuery } from '../../../api/forward-addresses.ts'
import { Badge } from '../../../ui/badge.tsx'

const words = { confirmed: 'Confirmed', waiting: 'Not confirmed', withdrawn: 'Ended' } as const

/** Where an action forwards to, and whether it may; one without an address does not run. */
export function ForwardNote({ config }: { config: Record<string, unknown> }) {
  const { data: addresses } = useQuery(forwardAddressesQuery)
  const address = ForwardMailConfig.safeParse(config).data?.destination_email
  if (address === undefined) return <p className="text-warn">It runs once it has an address to forward to.</p>
  const known = addresses && (confirmationOf(addresses, address) ?? 'waiting')
  return (
    // As high before it is known.
    <p className="min-h-11">
      <span className="block wrap-anywhere">
        To <bdi>{address}</bdi>
      </span>
      {known && <Badge tone={known === 'confirmed' ? 'good' : 'warn'}>{words[known]}</Badge>}
    </p>
  )
}
