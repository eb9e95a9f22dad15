/** A draft that Mailroom created. */
export interface Draft {
  id: string
  /** Another one after each change of the draft. */
  version: string
  /** False once it has been sent. */
  isDraft: boolean
  folderId: string
  /** Null where there is none. The mailbox may change it when it sends the draft. */
  internetMessageId: string | null
  subject: string
  /** To, cc and bcc, lower case, in this order. */
  recipients: string[]
  /** Opens the draft in the browser; null where there is no https address. */
  webLink: string | null
  /** HTML, including the quoted message. */
  html: string
  createdAt: Date
  changedAt: Date
  /** Whether it contains our text. */
  isWritten: boolean
}

export type DraftKind = 'reply' | 'forward'

/** `html` is the whole body, including the quoted message; a forward without it keeps its body. */
export type DraftContent = { kind: 'reply'; html: string } | { kind: 'forward'; html: string | null; address: string }

export type DraftChange = DraftContent & { draft: Draft; effectId: string }
