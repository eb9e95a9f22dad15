-- Compatible from 072
-- Whether the server moves single messages, as it said when its folders were listed last.
alter table app.imap_accounts add column can_move boolean not null default true;
