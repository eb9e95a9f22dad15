import { COUNTER_GAP, type StoredPart } from '../storage/stored-part.ts'
import { createDropbox, type Dropbox, type DropboxSandbox } from './state.ts'

type StoredDropbox = Omit<Dropbox, 'sessions'>

/** Everything but half-uploaded files. */
export function storedDropbox({ dropbox }: DropboxSandbox): StoredPart {
  return {
    name: 'dropbox',
    capture(): StoredDropbox {
      const { sessions: _sessions, ...stored } = dropbox
      return stored
    },
    restore(stored: StoredDropbox) {
      Object.assign(dropbox, createDropbox(), stored)
      for (const account of dropbox.accounts.values()) {
        account.counter += COUNTER_GAP
        account.writing = false
      }
    },
  }
}
