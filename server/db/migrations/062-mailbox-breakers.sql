-- Compatible from 061
-- The circuit breakers (app.provider_outages) of the mailbox's API and of the endpoint that issues its tokens. No
-- second one: the mailbox signs in without tokens. The defaults are for programs before this migration.
alter table app.mailbox_sync_states
  add column call_breaker text not null default 'graph',
  add column token_breaker text default 'entra';
