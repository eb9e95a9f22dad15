import { z } from 'zod'

export const passkeyFieldMaxLength = 20_000
const passkeyMaxTransports = 10
const passkeyTransportMaxLength = 40

const text = z.string().max(passkeyFieldMaxLength)
const credential = { id: text, rawId: text, type: z.literal('public-key') }
/** Extension results are ignored. */
const clientExtensionResults = z.unknown().transform(() => ({}))

/**
 * The result of `navigator.credentials.create()` or `.get()` in WebAuthn's JSON form, as the official client sends it.
 */
export const PasskeyResponse = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('create'),
    credential_response: z.object({
      ...credential,
      clientExtensionResults,
      response: z.object({
        clientDataJSON: text,
        attestationObject: text,
        transports: z.array(z.string().max(passkeyTransportMaxLength)).max(passkeyMaxTransports).default([]),
      }),
    }),
  }),
  z.object({
    type: z.literal('request'),
    credential_response: z.object({
      ...credential,
      clientExtensionResults,
      response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
    }),
  }),
])
export type PasskeyResponse = z.output<typeof PasskeyResponse>
