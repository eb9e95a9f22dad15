-- Compatible from 072
-- One row once a visitor has created the first account, which is the operator's. The key lets only one of several
-- visitors do that, and no role may delete the row: sign-up stays closed where all accounts have been deleted.
create table auth.first_account (
  is_taken boolean primary key default true check (is_taken)
);
alter table auth.first_account enable row level security;
alter table auth.first_account force row level security;
create policy accounts on auth.first_account to accounts_service using (true) with check (true);
grant select, insert on auth.first_account to accounts_service;
