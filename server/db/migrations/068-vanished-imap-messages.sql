-- Compatible from 065
-- Each night, those that vanished long ago and that nothing names are deleted.
create index imap_messages_missing on app.imap_messages (missing_since) where missing_since is not null;
