import { z } from 'zod'

const text = z.string().max(20_000)
const credential = { id: text, rawId: text, type: z.literal('public-key') }
/** What extensions have to say does not concern us. */
const clientExtensionResults = z.unknown().transform(() => ({}))

/** What a browser gives of a passkey, as the official client sends it (WebAuthn's own JSON), for a new one and for a known one. */
export const PasskeyResponse = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('create'),
    credential_response: z.object({
      ...credential,
      clientExtensionResults,
      response: z.object({
        clientDataJSON: text,
        attestationObject: text,
        transports: z.array(z.string().max(40)).max(10).default([]),
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
