import type { Context } from '../context.ts'
import type { EmailKind, EmailPayload } from './email-kinds.ts'

/** Content of an email. `render-email.ts` renders it as plain text and HTML. */
export interface EmailContent {
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  /** The URL must be on our own origin. */
  button?: { label: string; url: string }
  /** A code that the user types in. */
  code?: string
  /** What to do where the recipient did not request the email. */
  footnote: string
}

/** Composes the content of each kind; null: nothing to send any more. Runs again with each attempt. */
export type EmailComposers = {
  [K in EmailKind]: (ctx: Context, payload: EmailPayload<K>) => Promise<EmailContent | null>
}
