import type { SMTPServerOptions } from 'smtp-server'
import type { MailCertificate } from '../imap/imap-server.ts'
import { addImapMessage, folderFor, folderNamed } from '../imap/mailbox.ts'
import { findImapMailbox, type ImapSandbox } from '../imap/state.ts'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { refusal } from './smtp-refusal.ts'
import { addressRefusal } from './validate-address.ts'

export type SmtpSandbox = MicrosoftSandbox & ImapSandbox

/** Submission over TLS (RFC 8314): the owner of an IMAP mailbox signs in as for IMAP and sends as that address. */
export function submissionRules(
  { imap }: ImapSandbox,
  { certificate, privateKey }: MailCertificate,
): SMTPServerOptions {
  return {
    secure: true,
    cert: certificate,
    key: privateKey,
    authOptional: false,
    onAuth({ username = '', password }, _session, callback) {
      const mailbox = findImapMailbox(imap, username)
      if (mailbox && mailbox.signIn !== 'ok') return callback(refusal(454, '4.7.0', 'Temporary authentication failure'))
      if (!mailbox || mailbox.password !== password)
        return callback(refusal(535, '5.7.8', 'Username and password not accepted'))
      callback(null, { user: mailbox.address })
    },
    onMailFrom({ address }, { user = '' }, callback) {
      const isOwn = address.toLowerCase() === user.toLowerCase()
      callback(
        isOwn ? addressRefusal(address) : refusal(553, '5.7.1', 'Sender address rejected: not owned by the user'),
      )
    },
  }
}

export function deliverToImap(sandbox: ImapSandbox, recipient: string, raw: Uint8Array): void {
  const mailbox = findImapMailbox(sandbox.imap, recipient)
  if (mailbox) addImapMessage(sandbox, mailbox, folderNamed(mailbox, 'INBOX'), raw)
}

/** Gmail stores what is sent through it. At other providers the client does. */
export function keepSentCopy(sandbox: ImapSandbox, user: string | undefined, raw: Uint8Array): void {
  const mailbox = findImapMailbox(sandbox.imap, user ?? '')
  const sent = mailbox?.gmail ? folderFor(mailbox, '\\Sent') : undefined
  if (mailbox && sent) addImapMessage(sandbox, mailbox, sent, raw, { flags: ['\\Seen'] })
}
