import type { SandboxState } from '../sandbox-state.ts'
import { createMailbox } from '../microsoft/create-mailbox.ts'
import { deliver } from '../microsoft/deliver-message.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { arrivedIn } from './arrivals.ts'
import { seedDropboxAccounts } from './dropbox-accounts.ts'
import folders from './mail/folders.json' with { type: 'json' }
import { seedGoogleAccounts } from './google-accounts.ts'
import { seedGoogleFiles } from './google-files.ts'
import { seedImapAccounts } from './imap-accounts.ts'
import type { SeedMails } from './seed-mails.ts'
import { seedMessage } from './seed-message.ts'
import { seedOneDriveFiles } from './onedrive-files.ts'
import { seedTeamleaderAccounts } from './teamleader-accounts.ts'
import { seedOfficeMailbox } from './office-mailbox.ts'
import { seedOtherAccounts } from './outlook-accounts.ts'
import { owner } from './mailbox-owner.ts'

export const DEMO_EMAIL = owner.address

/** Accounts of the demo: the owner's full mailbox, and one account of each kind that a product must handle. */
export function seedDemo(sandbox: SandboxState, seeds: SeedMails): void {
  seedMailbox(sandbox, seeds, DEMO_EMAIL)
  seedOtherAccounts(sandbox, seeds)
  seedOfficeMailbox(sandbox)
  seedGoogleAccounts(sandbox)
  seedDropboxAccounts(sandbox)
  seedGoogleFiles(sandbox)
  seedOneDriveFiles(sandbox)
  seedTeamleaderAccounts(sandbox)
  seedImapAccounts(sandbox, seeds)
}

/** Creates a mailbox with the seeds' folders and filed mail, unless the address has one. */
export function seedMailbox(sandbox: SandboxState, { filed }: SeedMails, email: string): void {
  if (findMailbox(sandbox.outlook, email)) return
  const displayName = email.toLowerCase() === DEMO_EMAIL ? owner.name : undefined
  createMailbox(sandbox.outlook, { email, displayName, folders })
  const now = new Date(sandbox.clock.now())
  for (const mail of filed) {
    deliver(sandbox.outlook, email, { ...seedMessage(mail, { now, email }), folder: mail.folder })
  }
}

/**
 * Delivers the next arriving mail to the inbox. In the owner's mailbox the list repeats with new message ids. Other
 * mailboxes get each mail once, so that they do not use up the free plan.
 */
export function deliverNextDemoMail(sandbox: SandboxState, { arriving }: SeedMails, email: string = DEMO_EMAIL): void {
  const mailbox = findMailbox(sandbox.outlook, email)
  if (!mailbox) return
  const { inAll, day, onDay } = arrivedIn(sandbox.arrivals, email, sandbox.clock.iso())
  if (inAll >= arriving.length && mailbox !== findMailbox(sandbox.outlook, DEMO_EMAIL)) return
  sandbox.arrivals.set(email.toLowerCase(), { inAll: inAll + 1, day, onDay: onDay + 1 })
  const mail = arriving[inAll % arriving.length]
  if (!mail) return
  const message = seedMessage(mail, { now: new Date(sandbox.clock.now()), email, serial: `${mailbox.counter}` })
  deliver(sandbox.outlook, email, message)
}
