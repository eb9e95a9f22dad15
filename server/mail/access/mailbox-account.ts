import type { Account } from '../../outages/call-account.ts'
import { PausedError } from '../../vendors/http/vendor-error.ts'
import type { MailboxAccess } from './mailbox-access-queries.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { lockMailboxPause, saveMailboxPause } from './mailbox-pause-queries.ts'

/** Interval of new attempts while the operator has stopped all mailboxes. */
const stoppedMailboxPauseMs = 10_000

/** The vendor of errors that no provider of mailboxes has returned. */
export const mailboxVendor = 'mailbox'

/** A mailbox as an account of its provider, whatever it signs in with. */
export const mailboxAccount = (mailboxId: string): Omit<Account<MailboxAccess>, 'breakers' | 'load'> => ({
  key: mailboxId,
  needsSignIn: ({ status }) => status === 'reauth_required',
  requireAllowed({ stopped }) {
    if (stopped) throw new PausedError(mailboxVendor, stoppedMailboxPauseMs)
  },
  lockPause: (tx) => lockMailboxPause(tx, mailboxId),
  savePause: (tx, change) => saveMailboxPause(tx, mailboxId, change),
  unusable: (reason, cause) => new MailboxAccessError(reason === 'missing' ? 'gone' : 'auth', cause),
})
