import { Hono } from 'hono'
import { findAccount } from '../dropbox/accounts.ts'
import { byId } from '../dropbox/paths.ts'
import { driveOf } from '../google/drive/drive-call.ts'
import { findGoogleAccount } from '../google/google-accounts.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { filesOf } from '../microsoft/drive/item-tree.ts'
import { driveOf as oneDriveOf } from '../microsoft/drive/state.ts'
import { dropboxFilesPage } from './dropbox-files-page.ts'
import { googleFilesPage } from './google-files-page.ts'
import { notFoundPage } from './page-layout.ts'
import { oneDriveFilesPage } from './onedrive-files-page.ts'
import { sendFile } from './send-file.ts'
import { findMailboxOfPath } from './find-mailbox-of-path.ts'

/** Pages with the files of a Dropbox, Google Drive or OneDrive account, and their downloads. */
export function filePageRoutes(sandbox: SandboxState): Hono {
  const app = new Hono()
  app.get('/files/dropbox/:email', (c) => {
    const account = findAccount(sandbox.dropbox.accounts, c.req.param('email'))
    return account ? c.html(dropboxFilesPage(account)) : c.html(notFoundPage('There is no such Dropbox account'), 404)
  })
  app.get('/files/dropbox/:email/:id', (c) => {
    const account = findAccount(sandbox.dropbox.accounts, c.req.param('email'))
    const file = account && byId(account, c.req.param('id'))
    if (file?.kind !== 'file' || !file.content.bytes) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.content.bytes)
  })
  app.get('/files/google/:email', (c) => {
    const account = findGoogleAccount(sandbox.google.accounts, c.req.param('email'))
    return account
      ? c.html(googleFilesPage(sandbox, account))
      : c.html(notFoundPage('There is no such Google account'), 404)
  })
  app.get('/files/google/:email/:id', (c) => {
    const account = findGoogleAccount(sandbox.google.accounts, c.req.param('email'))
    const file = account && driveOf(sandbox, account).files.get(c.req.param('id'))
    if (!file?.content?.bytes) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.content.bytes)
  })

  app.get('/files/onedrive/:email', (c) => {
    const mailbox = findMailboxOfPath(sandbox, c)
    return mailbox
      ? c.html(oneDriveFilesPage(sandbox, mailbox))
      : c.html(notFoundPage('There is no such Outlook account'), 404)
  })
  app.get('/files/onedrive/:email/:id', (c) => {
    const mailbox = findMailboxOfPath(sandbox, c)
    const files = mailbox ? filesOf(oneDriveOf(sandbox, mailbox.account.email)) : []
    const file = files.find(({ id }) => id === c.req.param('id'))
    if (!file?.content.bytes) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.content.bytes)
  })
  return app
}
