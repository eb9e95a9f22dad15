import type { JobHandlers } from '../jobs/handlers.ts'
import { endGrant } from './end-grant.ts'
import { keepConnection } from './keep-connection.ts'
import { lookAfterConnections } from './look-after-connections.ts'

export const connectionJobs = {
  'end-grant': endGrant,
  'keep-connection': keepConnection,
  'look-after-connections': lookAfterConnections,
} satisfies Partial<JobHandlers>
