import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Presence } from './db/presence.ts'
import type { Events } from './events.ts'
import type { AccessVerifier } from './http/caller.ts'
import type { LiveHub } from './http/live-hub.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Sealer } from './sealed.ts'
import type { Vendors } from './vendors/vendors.ts'

/** What every handler and job receives first. Made only here; each part can be replaced by a test. */
export interface Context {
  config: Config
  log: Logger
  clock: Clock
  db: Database
  presence: Pick<Presence, 'node'>
  jobs: Jobs
  vendors: Vendors
  events: Events
  live: LiveHub
  limits: RateLimits
  sealer: Sealer
  access: AccessVerifier
}
