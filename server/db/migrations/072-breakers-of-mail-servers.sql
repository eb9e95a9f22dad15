-- An older program looks for the outage of a mail server under its host alone: all nodes stop for this version.
update app.mailbox_sync_states s set call_breaker = s.call_breaker || ':' || a.imap_port
from app.imap_accounts a where a.mailbox_id = s.mailbox_id;
