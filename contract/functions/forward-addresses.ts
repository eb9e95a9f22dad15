import { z } from 'zod'

/**
 * A single plain address: no display name, no list, nothing that could inject a header. The lengths are those of
 * RFC 5321, section 4.5.3.1.
 */
export const ForwardAddress = z
  .email('Please enter a valid email address')
  .max(254, 'Please enter a valid email address')
  .refine((address) => address.lastIndexOf('@') <= 64, 'Please enter a valid email address')

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
