import type { Dropbox } from '../dropbox/state.ts'
import type { Google } from '../google/state.ts'
import type { Drives } from '../microsoft/drive/state.ts'
import type { Entra } from '../microsoft/entra/state.ts'
import type { UploadSession } from '../microsoft/graph/upload-sessions.ts'
import type { DeltaStates } from '../microsoft/graph/delta-state.ts'
import type { Deliveries } from '../microsoft/notify/deliver.ts'
import type { Subscriptions } from '../microsoft/notify/subscription.ts'
import type { Outlook } from '../microsoft/outlook.ts'
import type { Stripe } from '../stripe/state.ts'
import type { Teamleader } from '../teamleader/state.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Outbox } from './outbox.ts'
import type { Random } from './random.ts'

/** Everything one running sandbox knows. Passed as the first argument; there is no other state. */
export type World = {
  /** Where the sandbox listens, without a slash at the end. Empty until it does. */
  url: string
  demo: boolean
  clock: Clock
  random: Random
  config: Config
  faults: Faults
  journal: Journal
  outbox: Outbox
  outlook: Outlook
  entra: Entra
  drives: Drives
  google: Google
  dropbox: Dropbox
  teamleader: Teamleader
  stripe: Stripe
  subscriptions: Subscriptions
  deliveries: Deliveries
  deltas: DeltaStates
  uploads: Map<string, UploadSession>
  /** In the demo: makes a mailbox for a stranger's address, so that they can connect and see something. */
  welcome: ((email: string) => void) | null
  /** Parts with state of their own put a function here that empties it. */
  onReset: (() => void | Promise<void>)[]
}
