/** A mail server that a user has named, or that discovery has found. */
export interface MailServer {
  host: string
  port: number
  /** From the first byte, or after STARTTLS, without which no connection is made. */
  security: 'tls' | 'starttls'
}

/** A mail server and the sign-in to it. */
export interface MailServerAccount extends MailServer {
  user: string
  password: string
}
