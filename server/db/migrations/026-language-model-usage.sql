-- Use of the language model for sorting, per user and day (UTC): what the overview shows of its cost.
create table app.language_model_usage (
  user_id uuid not null references auth.users on delete cascade,
  day date not null,
  calls integer not null check (calls >= 0),
  -- Messages in these calls, and valid answers about them; a message that is asked about twice counts twice.
  mails integer not null check (mails >= 0),
  answers integer not null check (answers >= 0),
  -- As the provider reports them; 0 where it reports none.
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  primary key (user_id, day)
);
create index language_model_usage_age on app.language_model_usage (day);
alter table app.language_model_usage enable row level security;
alter table app.language_model_usage force row level security;
create policy service on app.language_model_usage to service_role using (true) with check (true);
grant select, insert, update, delete on app.language_model_usage to service_role;
