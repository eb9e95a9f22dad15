import { addImapMessage, createImapMailbox, folderNamed } from '../imap/mailbox.ts'
import type { ImapMailbox } from '../imap/state.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { arrivedIn } from './arrivals.ts'
import { owner } from './mailbox-owner.ts'
import type { SeedMail, SeedMails } from './seed-mails.ts'

/** The password of each IMAP mailbox of the demo. */
const PASSWORD = 'app-password'
/** One as at most providers, one with labels as at Gmail. */
const accounts = [
  { address: 'robin@harbour-mail.example', gmail: false },
  { address: 'robin.maes@labels-mail.example', gmail: true },
]
const DAY_MS = 86_400_000

/** IMAP mailboxes with the owner's folders and filed mail. */
export function seedImapAccounts(sandbox: SandboxState, { filed }: SeedMails): void {
  const folders = [...new Set(filed.map(({ folder }) => folder))].toSorted((left, right) => left.localeCompare(right))
  const now = sandbox.clock.now()
  for (const { address, gmail } of accounts) {
    const mailbox = createImapMailbox(sandbox.imap, { address, password: PASSWORD, gmail, folders })
    for (const mail of filed) {
      const sent = now - (now % DAY_MS) + mail.sentAfter
      const flags = mail.sentAfter < -DAY_MS ? ['\\Seen'] : []
      const folder = folderNamed(mailbox, mail.folder)
      addImapMessage(sandbox, mailbox, folder, mimeOf(mail, mailbox, sent), { flags, internalDate: sent })
    }
  }
}

/** Delivers the next arriving mail to the inbox, each once. */
export function deliverNextImapMail(sandbox: SandboxState, { arriving }: SeedMails, mailbox: ImapMailbox): void {
  const { inAll, day, onDay } = arrivedIn(sandbox.arrivals, mailbox.address, sandbox.clock.iso())
  const mail = arriving[inAll]
  if (!mail) return
  sandbox.arrivals.set(mailbox.address.toLowerCase(), { inAll: inAll + 1, day, onDay: onDay + 1 })
  addImapMessage(sandbox, mailbox, folderNamed(mailbox, 'INBOX'), mimeOf(mail, mailbox, sandbox.clock.now()))
}

/** The message of a file as it is sent at a time to this mailbox. */
function mimeOf({ raw }: SeedMail, { address }: ImapMailbox, sent: number): Buffer {
  const date = new Date(sent).toUTCString().replace('GMT', '+0000')
  const text = raw
    .toString('latin1')
    .replaceAll(/\r?\n/g, '\r\n')
    .replace(/^Date: .*$/m, `Date: ${date}`)
    .replaceAll(owner.address, address)
  return Buffer.from(text, 'latin1')
}
