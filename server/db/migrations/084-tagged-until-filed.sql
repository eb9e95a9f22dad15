-- Compatible from 081
-- The category of an email that is filed later was seen on it: where it is missing since, the user has taken it off.
alter table public.email_processing_logs add column is_tagged boolean not null default false;
