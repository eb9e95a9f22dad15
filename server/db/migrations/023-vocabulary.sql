-- Renames internal tables, columns, functions, triggers and policies to the terms that the code uses. Rows and grants
-- stay the same, and so does what clients see, except the account export: its keys are names of tables and columns.

alter table app.asked_moves rename to requested_moves;
alter table app.requested_moves rename column asked_at to requested_at;
alter table app.requested_moves rename column may_be_in to possible_folder_ids;
alter table app.requested_moves rename column takes_back to retracts_correction;
alter table app.requested_moves rename column is_word to is_correction;
alter table app.requested_moves rename column token to claim_token;

alter table app.mails_to_act_on rename to pending_action_messages;
alter table app.pending_action_messages rename column token to claim_token;
alter table app.pending_action_messages rename column trying_since to first_attempt_at;

alter table app.bulk_undos rename column token to claim_token;
alter table app.bulk_undos rename column what to scope;

alter table app.backfills rename column looked_through to scanned_messages;
alter table app.backfills rename column is_looked_through to is_scan_complete;
alter table app.backfills rename column reached to scan_position;

alter table app.mailbox_work rename to mailbox_sync_states;
alter table app.mailbox_sync_states rename column folders_watched_at to moves_checked_at;

alter table app.folder_watch rename to folder_delta_links;
alter table app.folder_delta_links rename column looked_at to checked_at;

alter table app.learned_messages rename to training_examples;
alter table app.training_examples rename column is_taught to is_correction;
alter table app.training_examples rename column is_forgotten to is_retracted;

alter table app.mailbox_models rename column learned_mails to example_count;
alter table app.mailbox_models rename column background to baseline;
alter table app.mailbox_models rename column background_mails to baseline_messages;
alter table app.mailbox_models rename column background_folders to baseline_folders_hash;
alter table app.mailbox_models rename column background_made_at to baseline_created_at;

alter table app.instruction_proposals rename column mails to sample_size;
alter table app.instruction_proposals rename column found_again to correctly_classified;
alter table app.instruction_proposals rename column made_at to created_at;

alter table app.model_answers rename to language_model_answers;

alter table app.forward_addresses rename column asked_at to requested_at;

alter table app.oauth_states rename column sending to with_send_scope;

alter table app.ended_customers rename to pending_customer_closures;
alter table app.billing_customers rename column syncs_wanted to syncs_requested;
alter table app.billing_customers rename column syncs_done to syncs_completed;
alter table app.stripe_setups rename column done_at to completed_at;

alter table auth.mfa_challenges rename column tries to attempts;
alter table auth.one_time_tokens rename column code_tries to code_attempts;
alter table auth.users rename column email_assumed to email_auto_confirmed;

alter function app.note_changed_instructions() rename to set_instructions_changed_at;
alter function app.count_config_version() rename to increment_config_version;
alter function app.touch_updated_at() rename to set_updated_at;

-- Constraints, indexes, sequences, triggers and policies keep the names that they were created with: rename them after
-- their tables.
do $$
declare
  renamed record;
  item record;
begin
  for renamed in
    select * from (values
      ('requested_moves', 'asked_moves'), ('pending_action_messages', 'mails_to_act_on'),
      ('mailbox_sync_states', 'mailbox_work'), ('folder_delta_links', 'folder_watch'),
      ('training_examples', 'learned_messages'), ('language_model_answers', 'model_answers'),
      ('pending_customer_closures', 'ended_customers')) as r (table_name, former)
  loop
    for item in
      select conname as name from pg_constraint
      where conrelid = ('app.' || renamed.table_name)::regclass and starts_with(conname, renamed.former)
    loop
      execute format('alter table app.%I rename constraint %I to %I', renamed.table_name, item.name,
        renamed.table_name || substr(item.name, length(renamed.former) + 1));
    end loop;
    for item in
      select c.relname as name, c.relkind as kind from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('i', 'S')
        and starts_with(c.relname, renamed.former || '_')
    loop
      execute format('alter %s app.%I rename to %I',
        case item.kind when 'S' then 'sequence' else 'index' end, item.name,
        renamed.table_name || substr(item.name, length(renamed.former) + 1));
    end loop;
  end loop;

  for item in select tgrelid::regclass as on_table from pg_trigger where tgname = 'touch' loop
    execute format('alter trigger touch on %s rename to set_updated_at', item.on_table);
  end loop;
  for item in select polrelid::regclass as on_table from pg_policy where polname = 'everybody_reads' loop
    execute format('alter policy everybody_reads on %s rename to public_reads', item.on_table);
  end loop;
end $$;

alter trigger count_config_version on public.email_folder_actions rename to increment_config_version;
alter trigger instructions_changed on public.email_folders rename to set_instructions_changed_at;
alter table app.requested_moves
  rename constraint requested_moves_may_be_in_check to requested_moves_possible_folder_ids_check;
alter table app.bulk_undos rename constraint bulk_undos_what_check to bulk_undos_scope_check;
alter table app.mailbox_models
  rename constraint mailbox_models_background_mails_check to mailbox_models_baseline_messages_check;
alter table app.instruction_proposals
  rename constraint instruction_proposals_mails_check to instruction_proposals_sample_size_check;
alter index app.forward_addresses_unanswered rename to forward_addresses_unconfirmed;

-- The same checks with readable names and comments; the message is part of the interface.
create or replace function app.check_action_config() returns trigger language plpgsql set search_path = '' as $$
declare
  type_of_action text;
  is_coming_soon boolean;
  invalid_key text;
begin
  select action_type, coming_soon into type_of_action, is_coming_soon
  from public.email_actions where id = new.action_id;
  if is_coming_soon then
    raise exception 'This action is coming soon and cannot be added yet' using errcode = '23514';
  end if;
  select e.key into invalid_key
  from jsonb_each(new.config) e
  left join app.action_config_keys k on k.key = e.key and k.action_type = type_of_action
  where case k.kind
    when 'text' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 4000
    when 'flag' then jsonb_typeof(e.value) = 'boolean'
    when 'choice' then jsonb_typeof(e.value) = 'string' and k.choices ? (e.value #>> '{}')
    when 'count' then jsonb_typeof(e.value) = 'number' and (e.value #>> '{}')::numeric between k.lowest and k.highest
                      and (e.value #>> '{}')::numeric % k.step = 0
    -- No `.` or `..` segments, and no characters that a file store treats specially.
    when 'path' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 400
                     and e.value #>> '{}' !~ '[[:cntrl:]\\:*?"<>|]' and e.value #>> '{}' !~ '(^|/)\s*\.{1,2}\s*(/|$)'
    -- May be empty: a forward without an address does not run.
    when 'address' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 254
                        and (e.value #>> '{}' = ''
                          or e.value #>> '{}' ~
                            '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$')
    else false end is not true
  limit 1;
  if invalid_key is not null then
    raise exception 'The setting "%" does not belong to this action, or its value is not allowed', left(invalid_key, 60)
      using errcode = '23514';
  end if;
  return new;
end $$;
