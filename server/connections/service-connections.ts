import type { z } from 'zod'
import { ServiceConnectionsInput, ServiceConnectionsOutput } from '../../contract/functions/service-connections.ts'
import { Provider } from '../../contract/providers.ts'
import { noteInTrail } from '../db/security-trail.ts'
import { fn, perUser } from '../http/route.ts'
import { disconnect } from './disconnect.ts'
import { connectionsOf } from './queries.ts'

export const serviceConnections = fn('service-connections', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: ServiceConnectionsInput,
  output: ServiceConnectionsOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof ServiceConnectionsOutput>> {
    const { userId } = user
    if (input.action === 'disconnect') {
      if (await disconnect(ctx, { userId, provider: input.provider }))
        await noteInTrail(ctx, { ...user, action: 'service_disconnected' }, from)
      return { success: true }
    }
    const rows = await ctx.db.asService((tx) => connectionsOf(tx, userId))
    return {
      connections: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })),
      available: Provider.options.filter((provider) => ctx.vendors.services[provider]),
    }
  },
})
