-- Graph's change key of a message whose move was tried without a known outcome. Another key in the inbox later means
-- that the user has changed the message, and may have moved it back.
alter table app.inbox_events add column change_key_before_move text;
