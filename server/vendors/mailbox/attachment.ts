/** An attachment. The sender chose its name: it is one line without invisible characters, but not safe as a path. */
export interface Attachment {
  id: string
  /** `item`: an attached message, contact or event; `reference`: a link to a file stored elsewhere, without content. */
  type: 'file' | 'item' | 'reference'
  name: string
  /** Lower case, without parameters; empty where the mailbox reports none. */
  contentType: string
  /** Bytes as the mailbox counts them, including metadata: slightly more than the content has. */
  size: number
  /** Shown within the text without a click (`Content-Disposition`). It need not be part of the text. */
  isInline: boolean
  /** `cid:` reference in the text; null if there is none. */
  contentId: string | null
}
