import { contentOf } from '../microsoft/drive/file-content.ts'
import { driveOf } from '../microsoft/drive/state.ts'
import { ensureFolder, placeFile } from '../microsoft/drive/item-tree.ts'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { buildPdf } from './build-pdf.ts'
import { owner } from './mailbox-owner.ts'

/** The owner's files in OneDrive. */
const files: { folders: string[]; name: string; bytes: Uint8Array }[] = [
  {
    folders: ['Documents', 'Insurance'],
    name: 'Policy 2026.pdf',
    bytes: buildPdf(['Household insurance', 'Robin Maes', 'Valid until 31 December 2026']),
  },
  { folders: ['Documents'], name: 'Shopping.txt', bytes: Buffer.from('Flour, lamp oil, stamps\n') },
  { folders: ['Attachments'], name: 'Rigging check.pdf', bytes: buildPdf(['Rigging check', 'Booked for 12 March']) },
]

export function seedOneDriveFiles(sandbox: MicrosoftSandbox): void {
  const drive = driveOf(sandbox, owner.address)
  for (const { folders, name, bytes } of files) {
    const folder = ensureFolder(sandbox, drive, drive.root, folders)
    placeFile(sandbox, drive, { folder, name, content: contentOf(bytes) }, 'fail')
  }
}
