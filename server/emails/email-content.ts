import type { Language } from '../../contract/languages.ts'
import type { Context } from '../context.ts'
import type { EmailKind, EmailPayload } from './email-kinds.ts'

interface EmailLink {
  label: string
  /** Must be on our own origin. */
  url: string
}

/** Lines below a heading of their own. */
export interface EmailSection {
  heading: string
  lines: {
    text: string
    /** Shown below the text, e.g. where it belongs. */
    detail?: string
    /** Shown at the end of the line, e.g. a number. */
    value?: string
    /** Shown below the text and its detail. */
    link?: EmailLink
  }[]
}

/** Content of an email. `render-email.ts` renders it as plain text and HTML. */
export interface EmailContent {
  to: string
  language: Language
  subject: string
  heading: string
  paragraphs: string[]
  sections?: EmailSection[]
  button?: EmailLink
  /** A code that the user types in. */
  code?: string
  /** What to do where the recipient did not request the email. */
  footnote: string
  footnoteLink?: EmailLink
  /** Of an email that recurs: a POST there ends it without a session (RFC 8058). Must be on our own origin. */
  unsubscribeUrl?: string
}

/** Composes the content of each kind; null: nothing to send any more. Runs again with each attempt. */
export type EmailComposers = {
  [K in EmailKind]: (ctx: Context, payload: EmailPayload<K>) => Promise<EmailContent | null>
}
