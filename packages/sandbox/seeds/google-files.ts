import { putByHand } from '../google/drive/by-hand.ts'
import { driveOf } from '../google/drive/call.ts'
import { findPerson } from '../google/people.ts'
import type { World } from '../kit/world.ts'
import { pdf } from './files.ts'
import { owner } from './owner.ts'

/** What Robin put into Google Drive by hand: a product with the right to its own files alone sees none of it. */
const files: { path: string; mimeType: string; bytes: Uint8Array | null }[] = [
  {
    path: '/Invoices/2025 overview.pdf',
    mimeType: 'application/pdf',
    bytes: pdf(['Invoices of 2025', 'Heron Cycles  1,240.00', 'Quayside Paper  318.50']),
  },
  { path: '/Invoices/To be paid', mimeType: 'application/vnd.google-apps.spreadsheet', bytes: null },
  { path: '/Boat club/Rota.txt', mimeType: 'text/plain', bytes: Buffer.from('Saturday: Noor\nSunday: Robin\n') },
  { path: '/Packing list.txt', mimeType: 'text/plain', bytes: Buffer.from('Rope, lamp, dry socks\n') },
]

export function seedGoogleFiles(world: World): void {
  const person = findPerson(world.google.people, owner.address)
  if (!person) return
  const drive = driveOf(world, person)
  for (const file of files) putByHand(drive, world.clock.now(), { ...file, madeBy: null })
}
