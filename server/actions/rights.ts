import type { RunStopped } from './run-stopped.ts'

/** What the database says of a run's right to have an effect, at one moment (invariant I7). */
export interface Rights {
  /** The operator has stopped all actions. */
  stopped: boolean
  /** The owner has paused those of the mailbox. */
  paused: boolean
  mailboxStatus: 'active' | 'reauth_required' | 'unavailable'
  /** The mail stands in the action's folder, as far as the history knows, and nobody has just asked for another place. */
  inPlace: boolean
  /** Both false once the action was removed. */
  folderActive: boolean
  actionActive: boolean
  /** Of the service that the action's type names; null where it names none. */
  connection: 'active' | 'needs_reauth' | 'missing' | null
  /** Which version of the configuration the run took, and which one is saved. */
  version: number
  savedVersion: number | null
}

/** Why a run may not have an effect now; null where it may. Waiting comes first: what waits has not failed. */
export function stopFor(rights: Rights): RunStopped['stop'] | null {
  if (rights.stopped || rights.paused) return 'waits'
  if (!rights.actionActive || !rights.folderActive) return { status: 'skipped', reason: 'switched_off' }
  if (!rights.inPlace) return { status: 'skipped', reason: 'mail_moved' }
  if (rights.version !== rights.savedVersion) return { status: 'failed', reason: 'config_changed' }
  if (rights.mailboxStatus === 'reauth_required') return { status: 'failed', reason: 'mailbox_needs_sign_in' }
  if (rights.connection === 'missing') return { status: 'failed', reason: 'not_connected' }
  if (rights.connection === 'needs_reauth') return { status: 'failed', reason: 'connection_needs_sign_in' }
  return null
}
