import type { StoredPart } from '../storage/stored-part.ts'
import { createGoogle, type Google, type GoogleSandbox } from './state.ts'

type StoredGoogle = Omit<Google, 'driveUploads'>

/** Everything but half-uploaded files. */
export function storedGoogle({ google }: GoogleSandbox): StoredPart {
  return {
    name: 'google',
    capture(): StoredGoogle {
      const { driveUploads: _uploads, ...stored } = google
      return stored
    },
    restore: (stored: StoredGoogle) => void Object.assign(google, createGoogle(), stored),
  }
}
