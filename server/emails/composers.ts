import type { Context } from '../context.ts'
import type { EmailKind, EmailPayload } from './kinds.ts'

/** What an e-mail says. `render.ts` gives it its two forms, plain text and HTML. */
export interface EmailContent {
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  /** One thing to do. The address is one of ours. */
  button?: { label: string; url: string }
  /** Digits to type in. */
  code?: string
  /** What to do when it was not you who asked. */
  footnote: string
}

/** What a feature says in each of its e-mails; null where there is nothing to send after all. May be asked twice for one e-mail. */
export type EmailComposers = {
  [K in EmailKind]: (ctx: Context, payload: EmailPayload<K>) => Promise<EmailContent | null>
}
