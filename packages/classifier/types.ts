/**
 * What the classifier sees of a message. Immutable, because results are cached by identity. `text`: bounded plain text;
 * header names in lower case.
 */
export interface MessageToSort {
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachmentNames: readonly string[]
  readonly receivedAt: Date
  /** An invitation, or the answer to one, as the mail server classes it. */
  readonly isMeeting?: boolean
}

/** A folder with the user's description; `name` is the full path ("Work/Invoices") of a nested folder. */
export interface FolderToSort {
  readonly id: string
  readonly name: string
  readonly instructions: string
}
