import { z } from 'zod'
import { ForwardAddress } from '../actions.ts'

export const ForwardAddressesInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  /** Sends the confirmation link, at most once a minute per address; a confirmed address stays confirmed. */
  z.strictObject({ action: z.literal('ask'), address: ForwardAddress }),
  /** Nothing is forwarded there any more. An address that is not listed is no error. */
  z.strictObject({ action: z.literal('remove'), address: z.string().max(254) }),
])
export type ForwardAddressesInput = z.infer<typeof ForwardAddressesInput>

export const ForwardAddressStatus = z.object({
  address: z.string(),
  /** `withdrawn`: the recipient ended the forwarding, and only the recipient can confirm it again. */
  status: z.enum(['waiting', 'confirmed', 'withdrawn']),
  asked_at: z.iso.datetime({ offset: true }),
})
export type ForwardAddressStatus = z.infer<typeof ForwardAddressStatus>

/** Ordered by address. */
export const ForwardAddressesOutput = z.object({ addresses: ForwardAddressStatus.array() })
export type ForwardAddressesOutput = z.infer<typeof ForwardAddressesOutput>
