-- Compatible from 041
-- The nightly redaction finds the rows that it changes by these indexes, which leave out the rows that are redacted
-- already. Their conditions are those of the queries (server/sorting/log/processing-log-queries.ts,
-- server/actions/runs/retention-queries.ts).
create index email_processing_logs_unredacted on public.email_processing_logs (processed_at)
  where subject is not null or from_address is not null or explanation is not null or evidence <> '[]'
    or before_correction is not null;
create index email_action_runs_unredacted on public.email_action_runs (created_at)
  where ended_at is not null and (note is not null or effects <> '[]');
create index stored_attachments_age on app.stored_attachments (created_at);

-- The next messages of a mailbox in their order, however many wait (server/sorting/queue/inbox-event-queries.ts).
create index inbox_events_next on app.inbox_events
  (mailbox_id, (case source when 'backfill' then 2 when 'waiting' then 1 else 0 end), seq);
