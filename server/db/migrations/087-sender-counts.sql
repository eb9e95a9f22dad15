-- Compatible from 084
-- What a scan has counted of each sender: with 30,000 senders, adding up their days took seconds at each look.
alter table app.senders
  add column recent integer not null default 0,
  add column year integer not null default 0,
  add column read integer not null default 0,
  -- Where most of the emails of the year are: the provider's id of a folder; '': the inbox.
  add column place text not null default '';

with places as (
  select mailbox_id, address, place, sum(emails) as emails, sum(read) as read,
    sum(emails) filter (where day > current_date - 30) as recent
  from app.sender_days where not is_staged and day > current_date - 365 group by mailbox_id, address, place),
counted as (
  select mailbox_id, address, sum(emails)::integer as year, sum(read)::integer as read,
    coalesce(sum(recent), 0)::integer as recent, (array_agg(place order by emails desc, place))[1] as place
  from places group by mailbox_id, address)
update app.senders s set recent = c.recent, year = c.year, read = c.read, place = c.place
from counted c where c.mailbox_id = s.mailbox_id and c.address = s.address;
