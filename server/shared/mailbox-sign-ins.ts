import { sql, type RawBuilder } from 'kysely'

/** The present sign-in of each mailbox, of whatever provider, and whether email can be sent with it. */
export const mailboxSignIns: RawBuilder<unknown> = sql`(
  select mailbox_id, sign_in_id, scopes ilike '%mail.send%' as sends from app.mailbox_tokens
  union all
  select mailbox_id, sign_in_id, smtp_host is not null from app.imap_accounts)`
