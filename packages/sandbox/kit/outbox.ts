/** An email that the product sent. `to` has all recipients, separated by ", ". */
export type OutboxMail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  via: 'smtp' | 'graph'
  at: string
}

export type Outbox = {
  mails: OutboxMail[]
  /** The address of the SMTP server; null until it listens. */
  smtpUrl: string | null
}

export function createOutbox(): Outbox {
  return { mails: [], smtpUrl: null }
}
