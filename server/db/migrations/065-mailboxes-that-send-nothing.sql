-- A program of migration 064 reads these columns as present: all nodes stop, as for 064 in the same version.
-- An IMAP mailbox whose user names no server for outgoing email.
alter table app.imap_accounts
  alter column smtp_host drop not null,
  alter column smtp_port drop not null,
  alter column smtp_security drop not null;
