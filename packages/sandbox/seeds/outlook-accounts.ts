import type { SandboxState } from '../sandbox-state.ts'
import { createMailbox, type MailboxSeed } from '../microsoft/create-mailbox.ts'
import { deliver } from '../microsoft/deliver-message.ts'
import { tenantOf } from '../microsoft/entra/state.ts'
import { mailboxOf } from '../microsoft/outlook.ts'
import type { SeedMails } from './seed-mails.ts'
import { seedMessage } from './seed-message.ts'

/** Outlook accounts that behave differently from the owner's. */
const accounts: MailboxSeed[] = [
  {
    email: 'robin@maes-home.example',
    kind: 'personal',
    displayName: 'Robin at home',
    folders: [{ displayName: 'Family' }, { displayName: 'Orders' }],
    emailClaim: false,
  },
  // No licence: Graph returns MailboxNotEnabledForRESTAPI.
  { email: 'imre.kovats@tidewell.example', kind: 'inactive', displayName: 'Imre Kovats' },
  { email: 'martha.lowe@tidewell.example', kind: 'soft-deleted', displayName: 'Martha Lowe' },
  { email: 'workshop@tidewell.example', kind: 'on-premise', displayName: 'Workshop' },
  { email: 'ada@fairweather-mapping.example.com', kind: 'guest', displayName: 'Ada Fairweather' },
  { email: 'paul.stemmer@tidewell.example', displayName: 'Paul Stemmer', disabled: true },
  {
    email: 'archive@tidewell.example',
    displayName: 'Project archive',
    full: true,
    folders: [{ displayName: 'Old projects' }],
  },
  // `mail` is null: the address is only in userPrincipalName.
  { email: 'lab.shared@tidewell.example', displayName: 'Lab, shared', mail: null },
  // `mail` and userPrincipalName differ.
  {
    email: 'helen.carrick@tidewell.example',
    displayName: 'Helen Carrick',
    userPrincipalName: 'hcarrick@staff.tidewell.example',
  },
  // The tenant forbids user consent: an admin must consent.
  { email: 'claire.reuter@valmoselle.example', displayName: 'Claire Reuter' },
]

export function seedOtherAccounts(sandbox: SandboxState, { filed }: SeedMails): void {
  for (const account of accounts) createMailbox(sandbox.outlook, account)
  const { tenantId } = mailboxOf(sandbox.outlook, 'claire.reuter@valmoselle.example').account
  tenantOf(sandbox.entra, tenantId).userConsentForbidden = true
  const now = new Date(sandbox.clock.now())
  for (const mail of filed.filter(({ folder }) => folder === 'Family' || folder === 'Orders')) {
    const email = 'robin@maes-home.example'
    deliver(sandbox.outlook, email, { ...seedMessage(mail, { now, email }), folder: mail.folder })
  }
}
