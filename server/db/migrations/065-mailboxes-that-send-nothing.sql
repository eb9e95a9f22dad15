-- Compatible from 064
-- An IMAP mailbox whose user names no server for outgoing email.
alter table app.imap_accounts
  alter column smtp_host drop not null,
  alter column smtp_port drop not null,
  alter column smtp_security drop not null;
