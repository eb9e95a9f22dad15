import { findApp } from '../kit/oauth/apps.ts'
import { driveOf } from '../google/drive/drive-call.ts'
import { type DriveFile, isFolder, isTrashed, pathOf, usageOf } from '../google/drive/drive-model.ts'
import type { GoogleAccount } from '../google/google-accounts.ts'
import type { GoogleSandbox } from '../google/state.ts'
import { plainBadge, warningBadge } from './account-rows.ts'
import { filesPage, type ShownFile } from './files-page.ts'
import { fileSize } from './format-page-values.ts'
import { storedFilePath } from './page-links.ts'
import type { Html } from '../kit/page-frame.ts'

/** Files of one Google Drive account. */
export function googleFilesPage(sandbox: GoogleSandbox, account: GoogleAccount): Html {
  const drive = driveOf(sandbox, account)
  const used = usageOf(drive).all + drive.usedElsewhere
  const files = [...drive.files.values()].map((file) => shown(account, file))
  const room = `${fileSize(used)} of ${fileSize(drive.limit)} are in use.`
  return filesPage({ service: 'Google Drive', name: account.name, email: account.email, room, files })
}

function shown({ email }: GoogleAccount, file: DriveFile): ShownFile {
  const maker = file.madeBy === null ? 'By hand' : `By ${findApp(file.madeBy)?.name ?? file.madeBy}`
  return {
    path: pathOf(file),
    size: file.content?.size ?? null,
    marks: [
      ...(isFolder(file) ? [plainBadge('Folder')] : []),
      plainBadge(maker),
      ...(isTrashed(file) ? [warningBadge('In the trash')] : []),
    ],
    href: file.content?.bytes ? storedFilePath('google', email, file.id) : null,
  }
}
