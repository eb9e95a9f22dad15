-- An older program does not find the fingerprint of a forward under its new name, and could send the forward again.
update app.action_progress set progress = (progress - 'print') || jsonb_build_object('fingerprint', progress -> 'print')
where progress ? 'print';
