import { driveOf } from '../google/drive/call.ts'
import { type DriveFile, isFolder, isTrashed, pathOf, usageOf } from '../google/drive/model.ts'
import type { Person } from '../google/people.ts'
import type { World } from '../kit/world.ts'
import { filesPage, type ShownFile } from './files.ts'
import { fileSize } from './format.ts'
import { googleFilePath } from './links.ts'
import type { Html } from './layout.ts'

/** What one account keeps in Google Drive. */
export function googleFilesPage(world: World, person: Person): Html {
  const drive = driveOf(world, person)
  const used = usageOf(drive).all + drive.usedElsewhere
  const files = [...drive.files.values()].map((file) => shown(world, person, file))
  const room = `${fileSize(used)} of ${fileSize(drive.limit)} are in use.`
  return filesPage({ service: 'Google Drive', name: person.name, email: person.email, room, files })
}

function shown({ google }: World, { email }: Person, file: DriveFile): ShownFile {
  const maker = file.madeBy === null ? 'By hand' : `By ${google.apps.get(file.madeBy)?.name ?? file.madeBy}`
  return {
    path: pathOf(file),
    size: file.content?.size ?? null,
    marks: [
      ...(isFolder(file) ? [{ text: 'Folder', tone: 'plain' as const }] : []),
      { text: maker, tone: 'plain' },
      ...(isTrashed(file) ? [{ text: 'In the trash', tone: 'warn' as const }] : []),
    ],
    href: file.content?.bytes ? googleFilePath(email, file.id) : null,
  }
}
