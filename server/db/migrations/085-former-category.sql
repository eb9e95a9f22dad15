-- Compatible from 084
-- The category that an email had while it waited in the inbox: it is taken off once it is filed, or stays unfiled.
alter table public.email_processing_logs add column former_category text check (length(former_category) <= 255);
