import { type AccountSeed, createAccount } from '../dropbox/accounts.ts'
import { commitFile, createFolder } from '../dropbox/commit-file.ts'
import { contentOf } from '../dropbox/file-content.ts'
import type { DropboxSandbox } from '../dropbox/state.ts'
import { buildPdf } from './build-pdf.ts'
import { owner } from './mailbox-owner.ts'

/** Dropbox accounts of the demo. */
const accounts: AccountSeed[] = [
  // The same address as in Outlook.
  { email: owner.address, name: owner.name },
  { email: 'noor.devries@gmail.example', name: 'Noor de Vries' },
  // Over quota: refuses every upload.
  { email: 'archive@tidewell.example', name: 'Project archive', quota: 0 },
  { email: 'paul.stemmer@tidewell.example', name: 'Paul Stemmer', suspended: true },
]

/** The owner's files, besides an empty folder. */
const files: { path: string; bytes: Uint8Array }[] = [
  {
    path: '/Work/Price list 2026.txt',
    bytes: Buffer.from(
      'Tidewell price list 2026\nHull inspection: 240 EUR\nRigging check: 180 EUR\nWinter storage, per month: 95 EUR\n',
    ),
  },
  {
    path: '/Work/Opening hours.md',
    bytes: Buffer.from(
      '# Opening hours\n\nMonday to Friday 8:30 to 17:00, Saturday 9:00 to 12:00. Closed on Sundays.\n',
    ),
  },
  {
    path: '/Work/Contracts/Berth agreement.pdf',
    bytes: buildPdf(['Berth agreement', 'Between Tidewell and the harbour office.', 'Berth 14, from 1 April 2026.']),
  },
]

export function seedDropboxAccounts(sandbox: DropboxSandbox): void {
  for (const account of accounts) createAccount(sandbox.dropbox.accounts, account)
  const robin = sandbox.dropbox.accounts.get(owner.address)
  if (!robin) return
  for (const { path, bytes } of files) {
    const info = { path, mode: { tag: 'add' as const }, autorename: false, strict_conflict: false }
    commitFile(sandbox, robin, info, contentOf(bytes))
  }
  createFolder(sandbox, robin, '/Attachments', false)
}
