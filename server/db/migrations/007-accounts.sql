-- Account service: emails with one-time tokens, flows that end with a code, second factors, the audit log.
alter table auth.users
  add column invited_at timestamptz,
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz,
  add column email_change_sent_at timestamptz,
  -- A change of address waits until both mailboxes have confirmed it.
  add column new_email text check (new_email = lower(new_email) and length(new_email) <= 254),
  add column email_change_current_confirmed boolean not null default false,
  add column email_change_new_confirmed boolean not null default false,
  -- Confirmed by the operator's setting alone: the user has not proved control of the mailbox yet.
  add column email_assumed boolean not null default false,
  -- Set when the account is being deleted: sign-in is refused, and a job removes the rest.
  add column deleted_at timestamptz;

-- A link with 256 random bits and a short code. Only hashes are stored; the hash of the code includes address and
-- purpose.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  purpose text not null check (purpose in
    ('signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  -- The address that it was sent to.
  email text not null,
  token_hash bytea not null unique,
  code_hash bytea not null,
  -- Failed attempts so far; a six-digit code must not be guessable.
  code_tries integer not null default 0,
  -- The PKCE flow that requested it, if any.
  flow_state_id uuid,
  created_at timestamptz not null,
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  unique (user_id, purpose)
);
create index one_time_tokens_email on auth.one_time_tokens (email);
create index one_time_tokens_expiry on auth.one_time_tokens (expires_at);

-- A sign-in that leaves the page and returns: through a provider (state), through a link (PKCE), or both.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  -- Hash of the state that the provider returns; null for flows by email.
  state_hash bytea unique,
  -- Hash of the code that the client exchanges for a session; null until the user has authenticated.
  auth_code_hash bytea unique,
  -- The user, once known. With linking_user_id: the user who links a provider to their account.
  user_id uuid references auth.users on delete cascade,
  linking_user_id uuid references auth.users on delete cascade,
  -- The session that links the provider; when it ends, the flow ends.
  linking_session_id uuid references auth.sessions on delete cascade,
  check ((linking_user_id is null) = (linking_session_id is null)),
  provider text not null check (provider in ('email', 'azure', 'google')),
  -- Authentication method (amr) of the session that the code yields.
  authentication_method text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  check ((code_challenge is null) = (code_challenge_method is null)),
  redirect_to text not null,
  browser_hash bytea,
  -- Our PKCE verifier towards the provider.
  code_verifier_sealed text,
  nonce_hash bytea,
  invite_token_hash bytea,
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_states_user on auth.flow_states (user_id);
create index flow_states_linking_user on auth.flow_states (linking_user_id);
create index flow_states_linking_session on auth.flow_states (linking_session_id);
create index flow_states_expiry on auth.flow_states (expires_at);
alter table auth.one_time_tokens add foreign key (flow_state_id) references auth.flow_states on delete set null;
create index one_time_tokens_flow on auth.one_time_tokens (flow_state_id);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '' check (length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- totp: the shared secret. The step of the last accepted code prevents its reuse (RFC 6238, section 5.2).
  secret_sealed text,
  last_step bigint,
  -- webauthn: what the authenticator registered.
  credential_id text unique,
  public_key bytea,
  sign_count bigint,
  transports jsonb,
  aaguid text,
  check ((factor_type = 'totp') = (secret_sealed is not null)),
  check (factor_type <> 'webauthn' or status = 'unverified' or (credential_id is not null and public_key is not null)),
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create index mfa_factors_user on auth.mfa_factors (user_id);
-- The factor of the session's second step; without it the session falls back to the first step.
alter table auth.sessions add column factor_id uuid references auth.mfa_factors on delete set null;
create index sessions_factor on auth.sessions (factor_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  -- webauthn: the challenge that the authenticator signs.
  webauthn_challenge text,
  tries integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);
create index mfa_challenges_user on auth.mfa_challenges (user_id);
create index mfa_challenges_session on auth.mfa_challenges (session_id);
create index mfa_challenges_expiry on auth.mfa_challenges (expires_at);

-- Recovery codes for a lost authenticator. Each is valid once.
create table auth.recovery_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- Audit log of an account, for its owner and the operator. Rows are inserted, and deleted when they expire or the
-- account is deleted; they are never updated.
create table auth.audit_log_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid,
  action text not null check (length(action) <= 60),
  ip text,
  user_agent text check (length(user_agent) <= 512),
  created_at timestamptz not null
);
create index audit_log_entries_user on auth.audit_log_entries (user_id, created_at desc);
create index audit_log_entries_age on auth.audit_log_entries (created_at);

do $$
declare t text;
begin
  foreach t in array array['one_time_tokens', 'flow_states', 'mfa_factors', 'mfa_challenges', 'recovery_codes',
    'audit_log_entries'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy accounts on auth.%I to accounts_service using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on auth.%I to accounts_service', t);
  end loop;
end $$;
revoke update on auth.audit_log_entries from accounts_service;

-- Emails to be sent. Their parameters are encrypted; recipient and links are resolved when the email is composed.
create table app.outgoing_emails (
  id uuid primary key default gen_random_uuid(),
  -- Null while it is unknown whether the user exists.
  user_id uuid references auth.users on delete cascade,
  kind text not null check (length(kind) <= 60),
  payload_sealed text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index outgoing_emails_user on app.outgoing_emails (user_id);
create index outgoing_emails_due on app.outgoing_emails (next_attempt_at);
alter table app.outgoing_emails enable row level security;
alter table app.outgoing_emails force row level security;
create policy senders on app.outgoing_emails to service_role using (true) with check (true);
grant select, insert, update, delete on app.outgoing_emails to service_role;
-- server/auth enqueues emails and reads none back.
create policy accounts on app.outgoing_emails for insert to accounts_service with check (true);
grant insert on app.outgoing_emails to accounts_service;
grant usage on schema app to accounts_service;
