import type { z } from 'zod'
import { ServiceConnectionsInput, ServiceConnectionsOutput } from '../../contract/functions/service-connections.ts'
import { Provider } from '../../contract/providers.ts'
import { recordAuditEvent } from '../shared/audit-log.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { disconnectService } from './disconnect-service.ts'
import { findConnections } from './connection-queries.ts'

export const serviceConnections = functionRoute('service-connections', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: ServiceConnectionsInput,
  output: ServiceConnectionsOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof ServiceConnectionsOutput>> {
    const { userId } = user
    if (input.action === 'disconnect') {
      if (await disconnectService(ctx, { userId, provider: input.provider }))
        await recordAuditEvent(ctx, { ...user, action: 'service_disconnected' }, from)
      return { success: true }
    }
    const rows = await ctx.db.asService((tx) => findConnections(tx, userId))
    return {
      connections: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })),
      available: Provider.options.filter((provider) => ctx.vendors.services[provider]),
    }
  },
})
