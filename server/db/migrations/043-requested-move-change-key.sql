-- Compatible from 042
-- Graph's change key of a message whose requested move was tried without a known outcome, as in app.inbox_events.
alter table app.requested_moves add column change_key_before_move text;
