-- Of `mails`: those of which instructions and learning choose different folders.
alter table app.language_model_usage
  add column conflicts integer not null default 0 check (conflicts >= 0);
