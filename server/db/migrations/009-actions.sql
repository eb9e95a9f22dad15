-- Allowed configuration of an action, exactly as `contract/actions.ts` defines it: choices, steps and paths included.
alter table app.action_config_keys
  add column choices jsonb check (jsonb_typeof(choices) = 'array'),
  add column step integer check (step > 0);
alter table app.action_config_keys drop constraint action_config_keys_kind_check;
alter table app.action_config_keys add constraint action_config_keys_kind_check
  check (kind in ('text', 'flag', 'count', 'address', 'choice', 'path'));
alter table app.action_config_keys add check ((kind = 'choice') = (choices is not null));

update app.action_config_keys set step = case key when 'maxContextLength' then case action_type when 'draft_reply' then
  250 else 1 end else 1 end
  where kind = 'count';
update app.action_config_keys set kind = 'choice', choices =
  '["formal", "professional and friendly", "casual", "enthusiastic"]'
  where key = 'tone';
update app.action_config_keys set kind = 'choice', choices = '["very brief", "concise", "detailed"]'
  where key = 'responseLength';
update app.action_config_keys set kind = 'choice', choices = '["all", "dropbox", "google_drive", "onedrive"]'
  where key = 'dataSource';
update app.action_config_keys set kind = 'path' where key = 'baseFolderPath';
update app.action_config_keys set kind = 'choice', choices = jsonb_build_array(replace(action_type, 'store_attachment_',
  ''))
  where key = 'provider' and action_type like 'store\_attachment\_%';
-- Actions that are not available yet cannot be configured.
delete from app.action_config_keys where action_type = 'store_google_drive';
alter table app.action_config_keys add check ((kind = 'count') = (step is not null));

-- Marked as coming soon: listed, but cannot be added.
alter table public.email_actions
  add column coming_soon boolean not null generated always as (action_type = 'store_google_drive') stored;

create or replace function app.check_action_config() returns trigger language plpgsql set search_path = '' as $$
declare
  kind_of_action text;
  is_coming boolean;
  wrong text;
begin
  select action_type, coming_soon into kind_of_action, is_coming from public.email_actions where id = new.action_id;
  if is_coming then
    raise exception 'This action is coming soon and cannot be added yet' using errcode = '23514';
  end if;
  select e.key into wrong
  from jsonb_each(new.config) e
  left join app.action_config_keys k on k.key = e.key and k.action_type = kind_of_action
  where case k.kind
    when 'text' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 4000
    when 'flag' then jsonb_typeof(e.value) = 'boolean'
    when 'choice' then jsonb_typeof(e.value) = 'string' and k.choices ? (e.value #>> '{}')
    when 'count' then jsonb_typeof(e.value) = 'number' and (e.value #>> '{}')::numeric between k.lowest and k.highest
                      and (e.value #>> '{}')::numeric % k.step = 0
    -- No parent segment between slashes, and nothing that a file service would interpret.
    when 'path' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 400
                     and e.value #>> '{}' !~ '[[:cntrl:]\\:*?"<>|]' and e.value #>> '{}' !~ '(^|/)\s*\.{1,2}\s*(/|$)'
    -- Empty until the user has entered one; a forward without an address does not run.
    when 'address' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 254
                        and (e.value #>> '{}' = '' or e.value #>> '{}' ~
                          '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$')
    else false end is not true
  limit 1;
  if wrong is not null then
    raise exception 'The setting "%" does not belong to this action, or its value is not allowed', left(wrong, 60)
      using errcode = '23514';
  end if;
  return new;
end $$;

-- Two texts of 4,000 characters, in as many bytes as they need.
alter table public.email_folder_actions drop constraint email_folder_actions_config_check;
alter table public.email_folder_actions add constraint email_folder_actions_config_check
  check (jsonb_typeof(config) = 'object' and pg_column_size(config) <= 65536);
