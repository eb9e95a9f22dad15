import { COUNTER_GAP, type StoredPart } from '../storage/stored-part.ts'
import type { Imap, ImapSandbox } from './state.ts'

type Stored = Pick<Imap, 'mailboxes' | 'uidValidity'>

export function storedImap({ imap }: ImapSandbox): StoredPart {
  return {
    name: 'imap',
    capture: (): Stored => ({ mailboxes: imap.mailboxes, uidValidity: imap.uidValidity }),
    restore(stored: Stored) {
      Object.assign(imap, stored, { uidValidity: stored.uidValidity + COUNTER_GAP })
      for (const mailbox of imap.mailboxes.values()) {
        mailbox.counter += COUNTER_GAP
        for (const folder of mailbox.folders.values()) folder.nextUid += COUNTER_GAP
      }
    },
  }
}
