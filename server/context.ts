import type { Logger } from 'pino'
import type { PasswordHasher } from './auth/passwords/password-hash.ts'
import type { RestoreDesk } from './backup/restore-desk.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Presence } from './db/presence.ts'
import type { Events } from './events.ts'
import type { AccessVerifier } from './http/request/caller.ts'
import type { LiveHub } from './http/live/live-hub.ts'
import type { RateLimits } from './http/rate-limits/rate-limits.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Sealer } from './sealed.ts'
import type { FoundSettings } from './shared/operator-settings.ts'
import type { Vendors } from './vendors/vendors.ts'

/**
 * The parts that a handler or job may use, passed as its first argument. `server/compose.ts` builds them; a test can
 * replace each. A function asks for the parts that it uses: `Pick<Context, 'db' | 'clock'>`.
 */
export interface Context {
  config: Config
  /** What operators had entered on the page when this node started; part of `config`. */
  stored: FoundSettings
  log: Logger
  clock: Clock
  /** Between 0 and 1, for waits that are not to end together. */
  random: () => number
  /** Aborted when this node begins to stop. */
  stopping: AbortSignal
  /** Null where no node runs that could restore a backup. */
  restoreDesk: RestoreDesk | null
  db: Database
  /** This node among `app.nodes`; leases and claims name it. */
  presence: Pick<Presence, 'node'>
  /** Compared with the other workers at each heartbeat. */
  jobs: Jobs
  vendors: Vendors
  events: Events
  live: LiveHub
  limits: RateLimits
  sealer: Sealer
  passwords: PasswordHasher
  access: AccessVerifier
}

/**
 * What a call to an outside service on behalf of a user needs: its client, the sealed tokens, and the means to renew
 * and report them.
 */
export type RemoteContext = Pick<
  Context,
  'clock' | 'db' | 'events' | 'jobs' | 'presence' | 'random' | 'sealer' | 'vendors'
>
