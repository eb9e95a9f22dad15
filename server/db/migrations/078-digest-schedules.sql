-- Compatible from 072
-- The hour and the days of the week (1 is Monday) of each digest, in the user's time zone. Nodes of the former version
-- read and write `frequency`; a later version drops it.
alter table app.digest_settings
  add column hour integer not null default 6 check (hour between 0 and 23),
  add column days integer[] not null default '{1,2,3,4,5,6,7}'
    check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'),
  alter column frequency set default 'daily';
update app.digest_settings set days = '{1}' where frequency = 'weekly';
grant update (hour, days) on app.digest_settings to service_role;
