import { z } from 'zod'
import type { Sealer } from '../sealed.ts'

/** Path of the page that switches the digest off, also the address of `List-Unsubscribe` (RFC 8058). */
export const endLinkPath = '/api/email-digest/end'
/** Path of the page on which the reader of an address agrees to the digest. */
export const confirmationLinkPath = '/api/email-digest/confirm'
/** Path of the page that corrects where one email of a digest is. */
export const correctionLinkPath = '/api/email-digest/correct'

/**
 * Tokens are stored nowhere: each is a sealed id for one purpose, since the purpose is part of what is authenticated.
 * The first can only switch the digest off, the second only confirm this address while the digest is on, and the third
 * only move one email once, until it expires. A sign-out ends none of them: they were sent to the account's address.
 */
const endContext = 'email-digest/end-link'
const confirmationContext = 'email-digest/confirmation-link'
const Confirmation = z.strictObject({ userId: z.uuid(), address: z.string() })
type Confirmation = z.output<typeof Confirmation>

const correctionContext = 'email-digest/correction-link'
const Correction = z.strictObject({
  userId: z.uuid(),
  /** The account's address that the digest was sent to: with another one, its links end. */
  address: z.string(),
  logId: z.uuid(),
  /** `return`: from this folder into the inbox; `file`: from the inbox into this folder. */
  effect: z.enum(['return', 'file']),
  folderId: z.uuid(),
  expiresAt: z.iso.datetime(),
})
export type Correction = z.output<typeof Correction>

export const endToken = (sealer: Sealer, userId: string): string => sealer.seal(endContext, userId)

/** @returns the user's id; null if the token is none of ours */
export const openEndToken = (sealer: Sealer, token: string): string | null =>
  opened(() => z.uuid().parse(sealer.open(endContext, token)))

export const confirmationToken = (sealer: Sealer, confirmation: Confirmation): string =>
  sealer.seal(confirmationContext, JSON.stringify(confirmation))

/** @returns null if the token is none of ours */
export const openConfirmationToken = (sealer: Sealer, token: string): Confirmation | null =>
  opened(() => Confirmation.parse(JSON.parse(sealer.open(confirmationContext, token))))

export const correctionToken = (sealer: Sealer, correction: Correction): string =>
  sealer.seal(correctionContext, JSON.stringify(correction))

/** @returns null if the token is none of ours */
export const openCorrectionToken = (sealer: Sealer, token: string): Correction | null =>
  opened(() => Correction.parse(JSON.parse(sealer.open(correctionContext, token))))

function opened<T>(open: () => T): T | null {
  try {
    return open()
  } catch {
    return null
  }
}
