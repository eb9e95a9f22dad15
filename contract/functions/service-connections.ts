import { z } from 'zod'
import { Provider } from '../providers.ts'

export const ServiceConnectionsInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({ action: z.literal('disconnect'), provider: Provider }),
])
export type ServiceConnectionsInput = z.infer<typeof ServiceConnectionsInput>

export const ServiceConnection = z.object({
  provider: Provider,
  provider_email: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  /** `needs_reauth`: the service rejects the tokens; the user must connect it again. */
  status: z.enum(['active', 'needs_reauth']),
})
export type ServiceConnection = z.infer<typeof ServiceConnection>

export const ServiceConnectionsOutput = z.union([
  z.object({
    connections: ServiceConnection.array(),
    /** Services that the operator has configured; the others are Coming Soon. */
    available: Provider.array(),
  }),
  z.object({ success: z.boolean() }),
])
export type ServiceConnectionsOutput = z.infer<typeof ServiceConnectionsOutput>

/** `dropbox-auth`, `google-auth`, `onedrive-auth`, `teamleader-auth`: URL of the authorization endpoint. */
export const ServiceAuthInput = z.strictObject({ action: z.literal('authorize') })
export const ServiceAuthOutput = z.object({ url: z.url() })
export type ServiceAuthOutput = z.infer<typeof ServiceAuthOutput>
