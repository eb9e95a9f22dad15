import { comesBefore, SortedList } from '../kit/sorted-list.ts'
import { COUNTER_GAP, type StoredPart } from '../storage/stored-part.ts'
import type { Drive } from './drive/state.ts'
import { createEntra, type Entra } from './entra/state.ts'
import type { DeltaStates } from './graph/delta-state.ts'
import type { AttachmentUploads } from './graph/attachment-upload.ts'
import type { Mailbox } from './model.ts'
import type { Deliveries } from './notify/deliveries.ts'
import { resumeSubscriptions } from './notify/notify-subscriptions.ts'
import { resumeDeliveries } from './notify/send-notification.ts'
import type { Subscriptions } from './notify/subscription-state.ts'
import type { MicrosoftSandbox } from './state.ts'

/** Older delta links expire with a restart, as Outlook's do after some days. */
const MAX_STORED_DELTAS = 2000

type StoredMicrosoft = {
  epoch: number
  mailboxes: Map<string, Mailbox>
  entra: Omit<Entra, 'certificates'>
  drives: Map<string, Drive>
  subscriptions: Omit<Subscriptions, 'timers'>
  deliveries: Deliveries
  deltas: DeltaStates
  uploads: AttachmentUploads
}

/** Everything but half-uploaded OneDrive files and the certificates of tests. */
export function storedMicrosoft(sandbox: MicrosoftSandbox): StoredPart {
  return {
    name: 'microsoft',
    capture: () => captureMicrosoft(sandbox),
    restore(stored: StoredMicrosoft) {
      const { outlook, entra, drives, subscriptions, deliveries } = sandbox
      Object.assign(outlook, { epoch: stored.epoch, mailboxes: stored.mailboxes })
      Object.assign(entra, createEntra(), stored.entra)
      Object.assign(drives, { byEmail: stored.drives })
      Object.assign(subscriptions, stored.subscriptions)
      Object.assign(deliveries, stored.deliveries)
      Object.assign(sandbox, { deltas: stored.deltas, uploads: stored.uploads })
      for (const mailbox of stored.mailboxes.values()) restoreMailbox(mailbox)
      for (const drive of stored.drives.values()) drive.counter += COUNTER_GAP
      subscriptions.counter += COUNTER_GAP
      resumeSubscriptions(sandbox)
      resumeDeliveries(sandbox)
    },
  }
}

function captureMicrosoft(sandbox: MicrosoftSandbox): StoredMicrosoft {
  const { certificates: _certificates, ...entra } = sandbox.entra
  const { timers: _timers, ...subscriptions } = sandbox.subscriptions
  return {
    epoch: sandbox.outlook.epoch,
    mailboxes: sandbox.outlook.mailboxes,
    entra,
    drives: sandbox.drives.byEmail,
    subscriptions,
    deliveries: sandbox.deliveries,
    deltas: new Map([...sandbox.deltas].slice(-MAX_STORED_DELTAS)),
    uploads: sandbox.uploads,
  }
}

/** Sorted lists are not stored: they follow from the messages. */
function restoreMailbox(mailbox: Mailbox): void {
  mailbox.counter += COUNTER_GAP
  const sorted = [...mailbox.messages.values()].sort((a, b) => (comesBefore(a, b) ? -1 : 1))
  mailbox.newestFirst = SortedList.of(sorted)
  const byFolder = Map.groupBy(sorted, ({ folder }) => folder)
  for (const folder of mailbox.folders.values()) folder.messages = SortedList.of(byFolder.get(folder) ?? [])
}
