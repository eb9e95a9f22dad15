import type { JobHandlers } from '../jobs/job-handlers.ts'
import { reconcileConnections } from './reconcile-connections.ts'
import { refreshIdleConnection } from './refresh-idle-connection.ts'
import { revokeGrant } from './revoke-grant.ts'

export const connectionJobs = {
  'revoke-grant': revokeGrant,
  'refresh-idle-connection': refreshIdleConnection,
  'reconcile-connections': reconcileConnections,
} satisfies Partial<JobHandlers>
