import { contentOf } from '../microsoft/drive/content.ts'
import { driveOf } from '../microsoft/drive/state.ts'
import { makePath, placeFile } from '../microsoft/drive/tree.ts'
import type { World } from '../kit/world.ts'
import { pdf } from './files.ts'
import { owner } from './owner.ts'

/** What Robin keeps in OneDrive already. */
const files: { folders: string[]; name: string; bytes: Uint8Array }[] = [
  {
    folders: ['Documents', 'Insurance'],
    name: 'Policy 2026.pdf',
    bytes: pdf(['Household insurance', 'Robin Maes', 'Valid until 31 December 2026']),
  },
  { folders: ['Documents'], name: 'Shopping.txt', bytes: Buffer.from('Flour, lamp oil, stamps\n') },
  { folders: ['Attachments'], name: 'Rigging check.pdf', bytes: pdf(['Rigging check', 'Booked for 12 March']) },
]

export function seedOneDriveFiles(world: World): void {
  const drive = driveOf(world, owner.address)
  for (const { folders, name, bytes } of files) {
    const folder = makePath(world, drive, drive.root, folders)
    placeFile(world, drive, { folder, name, content: contentOf(bytes) }, 'fail')
  }
}
