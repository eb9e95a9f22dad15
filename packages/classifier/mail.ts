/** What the classifier sees of a mail; it is never changed, for what was worked out from it is kept. `text` is a bounded plain-text piece; header names are lower case. */
export interface MailToSort {
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachmentNames: readonly string[]
  readonly receivedAt: Date
}

/** A folder as the user describes it; `name` is the full path ("Work/Invoices") where folders are nested. */
export interface FolderToSort {
  readonly id: string
  readonly name: string
  readonly instructions: string
}
