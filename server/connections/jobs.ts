import type { JobHandlers } from '../jobs/handlers.ts'
import { endGrant } from './end-grant.ts'
import { lookAfterConnections } from './look-after-connections.ts'

export const connectionJobs = {
  'end-grant': endGrant,
  'look-after-connections': lookAfterConnections,
} satisfies Partial<JobHandlers>
