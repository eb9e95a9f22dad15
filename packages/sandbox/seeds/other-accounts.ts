import type { World } from '../kit/world.ts'
import { createMailbox, type MailboxSeed } from '../microsoft/create-mailbox.ts'
import { tenantOf } from '../microsoft/entra/state.ts'
import { mailboxOf } from '../microsoft/outlook.ts'
import { deliverSeed } from './deliver-seed.ts'
import { graphMail } from './graph-message.ts'
import { filedMails } from './mails.ts'

/** The people around Robin whose accounts behave differently; what is special stands beside each. */
const accounts: MailboxSeed[] = [
  {
    email: 'robin@maes-home.example',
    kind: 'personal',
    displayName: 'Robin at home',
    folders: [{ displayName: 'Family' }, { displayName: 'Orders' }],
    emailClaim: false,
  },
  // No licence: Graph says that the mailbox cannot be reached.
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
  // `mail` is null: the address is in userPrincipalName only.
  { email: 'lab.shared@tidewell.example', displayName: 'Lab, shared', mail: null },
  // `mail` and userPrincipalName differ.
  {
    email: 'helen.carrick@tidewell.example',
    displayName: 'Helen Carrick',
    userPrincipalName: 'hcarrick@staff.tidewell.example',
  },
  // Her employer lets nobody consent alone: an admin must.
  { email: 'claire.reuter@valmoselle.example', displayName: 'Claire Reuter' },
]

export function seedOtherAccounts(world: World): void {
  for (const account of accounts) createMailbox(world.outlook, account)
  const { tenantId } = mailboxOf(world.outlook, 'claire.reuter@valmoselle.example').account
  tenantOf(world.entra, tenantId).userConsentForbidden = true
  const now = new Date(world.clock.now())
  for (const mail of filedMails.filter(({ folder }) => folder === 'Family' || folder === 'Orders')) {
    const email = 'robin@maes-home.example'
    deliverSeed(world.outlook, email, mail.folder, graphMail(mail, { now, email }))
  }
}
