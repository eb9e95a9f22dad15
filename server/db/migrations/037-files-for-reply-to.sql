-- Whether a draft may use the user's files where the reply does not go to the sender alone; off without it.
insert into app.action_config_keys (action_type, key, kind) values ('draft_reply', 'includeFilesForReplyTo', 'flag');
