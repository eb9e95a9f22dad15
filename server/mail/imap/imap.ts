import type { MailProvider } from '../access/mail-provider.ts'
import { deletePassword, imapPasswordSealContext } from './account-queries.ts'
import { keywordOf } from './keyword-of.ts'
import { imapFailureScope, openImap } from './open-imap.ts'
import { renewImapSignIn } from './renew-sign-in.ts'
import { beginToWatch, watchImap } from './watch-imap.ts'

/** Mailboxes at any mail server, by IMAP and SMTP with a password. */
export const imap: MailProvider = {
  kind: 'imap',
  signIn: 'password',
  hasWebLinks: false,
  can: { send: (scopes) => scopes === 'smtp' || 'no_outgoing_server' },
  categoryOf: keywordOf,
  describePermissions: () => [
    { scope: 'imap', words: 'Read your emails, move them between folders, create folders and write drafts' },
    { scope: 'smtp', words: 'Send email in your name, where you have added a forward action' },
  ],
  renewSignIn: renewImapSignIn,
  deleteSignIn: ({ sealer }, tx, at) => deletePassword(tx, at.mailboxId, sealer.seal(imapPasswordSealContext(at), '')),
  open: openImap,
  scopeOf: imapFailureScope,
  owns: ({ vendor }) => vendor === 'imap' || vendor.startsWith('imap/') || vendor === 'submission',
  watch: beginToWatch,
  keepWatching: watchImap,
  release: (ctx, { id }) => ctx.vendors.imap.close(id),
}
