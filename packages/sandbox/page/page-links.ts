/** All links of the front page are built here, so that every part is escaped. */
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

/** HTML of a sent mail for the frame. */
export function outboxHtmlPath(place: number): string {
  return `/outbox-html/${place}`
}

export function filePath(email: string, messageId: string, place: number): string {
  return `${messagePath(email, messageId)}/files/${place}`
}

/** Files of a Google Drive account. */
export function googleFilesPath(email: string): string {
  return `/files/google/${encodeURIComponent(email.toLowerCase())}`
}

export function googleFilePath(email: string, fileId: string): string {
  return `${googleFilesPath(email)}/${encodeURIComponent(fileId)}`
}

/** Files of a Dropbox account. */
export function dropboxFilesPath(email: string): string {
  return `/files/dropbox/${encodeURIComponent(email.toLowerCase())}`
}

export function dropboxFilePath(email: string, fileId: string): string {
  return `${dropboxFilesPath(email)}/${encodeURIComponent(fileId)}`
}

/** Files of a OneDrive account. */
export function oneDriveFilesPath(email: string): string {
  return `/files/onedrive/${encodeURIComponent(email.toLowerCase())}`
}

export function oneDriveFilePath(email: string, itemId: string): string {
  return `${oneDriveFilesPath(email)}/${encodeURIComponent(itemId)}`
}

/** Contacts and deals of a Teamleader account. */
export function teamleaderPath(email: string): string {
  return `/teamleader/${encodeURIComponent(email.toLowerCase())}`
}

/** A Stripe customer. */
export function stripePath(customerId: string): string {
  return `/stripe/${encodeURIComponent(customerId)}`
}
