import type { Kit } from '../kit/kit.ts'
import { createDrives, type Drives, resetDrives } from './drive/state.ts'
import { createEntra, type Entra, resetEntra } from './entra/state.ts'
import type { DeltaStates } from './graph/delta-state.ts'
import type { AttachmentUploads } from './graph/attachment-upload.ts'
import { createDeliveries, type Deliveries } from './notify/deliveries.ts'
import { createSubscriptions, type Subscriptions } from './notify/subscription-state.ts'
import { createOutlook, type Outlook } from './outlook.ts'

/** The state of all simulated Microsoft services. */
type Microsoft = {
  outlook: Outlook
  entra: Entra
  drives: Drives
  subscriptions: Subscriptions
  deliveries: Deliveries
  deltas: DeltaStates
  uploads: AttachmentUploads
  /** Set in the demo: creates a mailbox with mail for an address that has none, so that any address can sign in. */
  createDemoMailbox: ((email: string) => void) | null
}

export type MicrosoftSandbox = Kit & Microsoft

export function createMicrosoft(kit: Pick<Kit, 'clock' | 'random' | 'config'>): Microsoft {
  return {
    outlook: createOutlook(kit),
    entra: createEntra(),
    drives: createDrives(),
    subscriptions: createSubscriptions(),
    deliveries: createDeliveries(),
    deltas: new Map(),
    uploads: new Map(),
    createDemoMailbox: null,
  }
}

export function resetMicrosoft(microsoft: Microsoft): void {
  microsoft.outlook.mailboxes.clear()
  microsoft.outlook.epoch++
  resetEntra(microsoft.entra)
  resetDrives(microsoft.drives)
  microsoft.deliveries = createDeliveries()
  microsoft.deltas.clear()
  microsoft.uploads.clear()
  microsoft.subscriptions = createSubscriptions()
}
