import { z } from 'zod'
import type { Sealer } from '../../sealed.ts'

/** Path of the page behind the link by which a user removes a forward address. */
export const removalLinkPath = '/api/forward-address/remove'

const context = 'forward-address/removal-link'
const Removal = z.strictObject({ userId: z.uuid(), id: z.uuid() })
type Removal = z.output<typeof Removal>

/** The token is stored nowhere: it is a sealed id, which works for as long as the address exists. */
export const removalToken = (sealer: Sealer, { userId, id }: Removal): string =>
  sealer.seal(context, JSON.stringify({ userId, id }))

/** @returns null if the token is none of ours */
export function openRemovalToken(sealer: Sealer, token: string): Removal | null {
  try {
    return Removal.parse(JSON.parse(sealer.open(context, token)))
  } catch {
    return null
  }
}
