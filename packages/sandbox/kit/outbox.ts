/** An e-mail that left the product, by whatever way. `to` holds all recipients, divided by ", ". */
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
  /** Where the sandbox's SMTP server listens; null until it does. */
  smtpUrl: string | null
}

export function createOutbox(): Outbox {
  return { mails: [], smtpUrl: null }
}
