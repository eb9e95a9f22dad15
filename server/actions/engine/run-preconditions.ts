import type { RunStopped } from '../runner/run-stopped.ts'

/** What must be true directly before each effect of a run, read from the database in one statement. */
export interface RunPreconditions {
  /** The operator has stopped all actions. */
  stopped: boolean
  /** The user has paused the mailbox's actions. */
  paused: boolean
  mailboxStatus: 'active' | 'reauth_required' | 'unavailable'
  /** The history says that the message is in the action's folder, and no requested move is open. */
  isMessageInFolder: boolean
  /** A folder that was deleted in the mailbox is in Deleted Items, with its messages. */
  isFolderDeleted: boolean
  /** Both are false once the action was removed. */
  folderActive: boolean
  actionActive: boolean
  /** Connection of the service that the action's type names; null if it names none. */
  connection: 'active' | 'needs_reauth' | 'missing' | null
  /** Configuration version that the run started with, and the one that is saved now. */
  version: number
  savedVersion: number | null
}

/**
 * Why a run may not have an effect now; null if it may. `paused` is checked first: a run that waits has not failed.
 */
export function stopReason(preconditions: RunPreconditions): RunStopped['stop'] | null {
  if (preconditions.stopped || preconditions.paused) return 'paused'
  if (!preconditions.actionActive || !preconditions.folderActive) return { status: 'skipped', reason: 'switched_off' }
  if (!preconditions.isMessageInFolder) return { status: 'skipped', reason: 'mail_moved' }
  if (preconditions.isFolderDeleted) return { status: 'skipped', reason: 'folder_deleted' }
  if (preconditions.version !== preconditions.savedVersion) return { status: 'failed', reason: 'config_changed' }
  if (preconditions.mailboxStatus === 'reauth_required') return { status: 'failed', reason: 'mailbox_needs_sign_in' }
  if (preconditions.connection === 'missing') return { status: 'failed', reason: 'not_connected' }
  if (preconditions.connection === 'needs_reauth') return { status: 'failed', reason: 'connection_needs_sign_in' }
  return null
}

/** What an effect has changed beside itself is restored also where the run may have no other effect. */
export const restoreStopReason = (preconditions: RunPreconditions): RunStopped['stop'] | null =>
  stopReason({
    ...preconditions,
    actionActive: true,
    folderActive: true,
    savedVersion: preconditions.version,
    connection: null,
  })
