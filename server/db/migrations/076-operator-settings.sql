-- Compatible from 072
-- Settings that an operator entered on the page (contract/operator-settings.ts). The environment wins over them.
create table app.operator_settings (
  name text primary key,
  value_sealed text not null,
  changed_at timestamptz not null,
  changed_by uuid references auth.users on delete set null
);
alter table app.operator_settings enable row level security;
alter table app.operator_settings force row level security;
create policy service on app.operator_settings to service_role using (true) with check (true);
grant select, insert, delete on app.operator_settings to service_role;
grant update (value_sealed, changed_at, changed_by) on app.operator_settings to service_role;
