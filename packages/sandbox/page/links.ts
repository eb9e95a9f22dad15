/** Every address of the front page is made here, so that none is put together by hand and left unescaped. */
export function mailboxPath(email: string): string {
  return `/mailboxes/${encodeURIComponent(email.toLowerCase())}`
}

export function folderPath(email: string, folderId: string, page = 1): string {
  const query = new URLSearchParams({ folder: folderId })
  if (page > 1) query.set('page', String(page))
  return `${mailboxPath(email)}?${query}`
}

export function messagePath(email: string, messageId: string): string {
  return `${mailboxPath(email)}/messages/${encodeURIComponent(messageId)}`
}

/** The HTML of a sent mail, to stand in a frame. */
export function outboxHtmlPath(place: number): string {
  return `/outbox-html/${place}`
}

export function filePath(email: string, messageId: string, place: number): string {
  return `${messagePath(email, messageId)}/files/${place}`
}

/** What an account keeps in Google Drive. */
export function googleFilesPath(email: string): string {
  return `/files/google/${encodeURIComponent(email.toLowerCase())}`
}

export function googleFilePath(email: string, fileId: string): string {
  return `${googleFilesPath(email)}/${encodeURIComponent(fileId)}`
}

/** What an account keeps in Dropbox. */
export function dropboxFilesPath(email: string): string {
  return `/files/dropbox/${encodeURIComponent(email.toLowerCase())}`
}

export function dropboxFilePath(email: string, fileId: string): string {
  return `${dropboxFilesPath(email)}/${encodeURIComponent(fileId)}`
}

/** What an account keeps in OneDrive. */
export function oneDriveFilesPath(email: string): string {
  return `/files/onedrive/${encodeURIComponent(email.toLowerCase())}`
}

export function oneDriveFilePath(email: string, itemId: string): string {
  return `${oneDriveFilesPath(email)}/${encodeURIComponent(itemId)}`
}

/** The contacts and deals of a Teamleader account. */
export function teamleaderPath(email: string): string {
  return `/teamleader/${encodeURIComponent(email.toLowerCase())}`
}

/** A customer of Stripe's. */
export function stripePath(customerId: string): string {
  return `/stripe/${encodeURIComponent(customerId)}`
}
