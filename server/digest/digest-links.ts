import { z } from 'zod'
import type { Sealer } from '../sealed.ts'

/** Path of the page that switches the digest off, also the address of `List-Unsubscribe` (RFC 8058). */
export const endLinkPath = '/api/email-digest/end'
/** Path of the page on which the reader of an address agrees to the digest. */
export const confirmationLinkPath = '/api/email-digest/confirm'

/**
 * Tokens are stored nowhere: each is a sealed id for one purpose, since the purpose is part of what is authenticated.
 * The first can only switch the digest off, the second only confirm this address while the digest is on.
 */
const endContext = 'email-digest/end-link'
const confirmationContext = 'email-digest/confirmation-link'
const Confirmation = z.strictObject({ userId: z.uuid(), address: z.string() })
type Confirmation = z.output<typeof Confirmation>

export const endToken = (sealer: Sealer, userId: string): string => sealer.seal(endContext, userId)

/** @returns the user's id; null if the token is none of ours */
export const openEndToken = (sealer: Sealer, token: string): string | null =>
  opened(() => z.uuid().parse(sealer.open(endContext, token)))

export const confirmationToken = (sealer: Sealer, confirmation: Confirmation): string =>
  sealer.seal(confirmationContext, JSON.stringify(confirmation))

/** @returns null if the token is none of ours */
export const openConfirmationToken = (sealer: Sealer, token: string): Confirmation | null =>
  opened(() => Confirmation.parse(JSON.parse(sealer.open(confirmationContext, token))))

function opened<T>(open: () => T): T | null {
  try {
    return open()
  } catch {
    return null
  }
}
