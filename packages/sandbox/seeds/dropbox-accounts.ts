import { type AccountSeed, createAccount } from '../dropbox/accounts.ts'
import { commitFile, createFolder } from '../dropbox/commit.ts'
import { contentOf } from '../dropbox/content.ts'
import type { World } from '../kit/world.ts'
import { pdf } from './files.ts'
import { owner } from './owner.ts'

/** The demo's people at Dropbox; what is special stands beside each. */
const accounts: AccountSeed[] = [
  // The same address as in Outlook.
  { email: owner.address, name: owner.name },
  { email: 'noor.devries@gmail.example', name: 'Noor de Vries' },
  // Full: nothing fits in any more.
  { email: 'archive@tidewell.example', name: 'Project archive', quota: 0 },
  { email: 'paul.stemmer@tidewell.example', name: 'Paul Stemmer', suspended: true },
]

/** What Robin keeps there already, besides an empty folder. */
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
    bytes: pdf(['Berth agreement', 'Between Tidewell and the harbour office.', 'Berth 14, from 1 April 2026.']),
  },
]

export function seedDropboxAccounts(world: World): void {
  for (const account of accounts) createAccount(world.dropbox.accounts, account)
  const robin = world.dropbox.accounts.get(owner.address)
  if (!robin) return
  for (const { path, bytes } of files) {
    const info = { path, mode: { tag: 'add' as const }, autorename: false, strict_conflict: false }
    commitFile(world, robin, info, contentOf(bytes))
  }
  createFolder(world, robin, '/Attachments', false)
}
