/** What the classifier sees of a mail. `text` is a bounded plain-text piece; header names are lower case. */
export interface MailToSort {
  from: string
  fromName: string
  to: string[]
  cc: string[]
  subject: string
  text: string
  headers: Record<string, string>
  attachmentNames: string[]
  receivedAt: Date
}

/** A folder as the user describes it; `name` is the full path ("Work/Invoices") where folders are nested. */
export interface FolderToSort {
  id: string
  name: string
  instructions: string
}
