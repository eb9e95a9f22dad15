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

type FileService = 'google' | 'dropbox' | 'onedrive'

/** The files of an account. */
export function filesPath(service: FileService, email: string): string {
  return `/files/${service}/${encodeURIComponent(email.toLowerCase())}`
}

export function storedFilePath(service: FileService, email: string, id: string): string {
  return `${filesPath(service, email)}/${encodeURIComponent(id)}`
}

/** Contacts and deals of a Teamleader account. */
export function teamleaderPath(email: string): string {
  return `/teamleader/${encodeURIComponent(email.toLowerCase())}`
}

/** A Stripe customer. */
export function stripePath(customerId: string): string {
  return `/stripe/${encodeURIComponent(customerId)}`
}
