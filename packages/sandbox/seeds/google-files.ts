import { createWithoutApi } from '../google/drive/create-without-api.ts'
import { driveOf } from '../google/drive/drive-call.ts'
import { findGoogleAccount } from '../google/google-accounts.ts'
import type { GoogleSandbox } from '../google/state.ts'
import { buildPdf } from './build-pdf.ts'
import { owner } from './mailbox-owner.ts'

/** The owner's files, created without the API: an app with the scope `drive.file` sees none of them. */
const files: { path: string; mimeType: string; bytes: Uint8Array | null }[] = [
  {
    path: '/Invoices/2025 overview.pdf',
    mimeType: 'application/pdf',
    bytes: buildPdf(['Invoices of 2025', 'Heron Cycles  1,240.00', 'Quayside Paper  318.50']),
  },
  { path: '/Invoices/To be paid', mimeType: 'application/vnd.google-apps.spreadsheet', bytes: null },
  { path: '/Boat club/Rota.txt', mimeType: 'text/plain', bytes: Buffer.from('Saturday: Noor\nSunday: Robin\n') },
  { path: '/Packing list.txt', mimeType: 'text/plain', bytes: Buffer.from('Rope, lamp, dry socks\n') },
]

export function seedGoogleFiles(sandbox: GoogleSandbox): void {
  const account = findGoogleAccount(sandbox.google.accounts, owner.address)
  if (!account) return
  const drive = driveOf(sandbox, account)
  for (const file of files) createWithoutApi(drive, sandbox.clock.now(), { ...file, madeBy: null })
}
