-- Accounts, sessions and signing keys. Only accounts_service can read them.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  encrypted_password text,
  email_confirmed_at timestamptz,
  raw_app_meta_data jsonb not null default '{"provider":"email","providers":["email"]}',
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  not_after timestamptz
);
create index sessions_user on auth.sessions (user_id);

-- A family of refresh tokens per session: each use revokes the token and creates its child. Stored as SHA-256 hashes.
-- child_seed_sealed, together with the token that only the client has, derives the child again for a few seconds: a
-- second tab, or a client that lost the response, may repeat the request with the old token.
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  token_hash bytea not null unique,
  parent_id bigint references auth.refresh_tokens on delete cascade,
  revoked_at timestamptz,
  child_seed_sealed text,
  created_at timestamptz not null default now(),
  check ((revoked_at is null) = (child_seed_sealed is null))
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);
create index refresh_tokens_parent on auth.refresh_tokens (parent_id);
create index refresh_tokens_user on auth.refresh_tokens (user_id);

-- Failed sign-ins within a time window, counted per hashed subject (an address, or an address from one network).
create table auth.sign_in_attempts (
  subject_hash bytea primary key,
  failures integer not null check (failures >= 0),
  window_ends_at timestamptz not null
);
create index sign_in_attempts_window on auth.sign_in_attempts (window_ends_at);

-- Private parts are encrypted with the server's keys. The newest row signs; the others still verify.
create table auth.signing_keys (
  kid text primary key,
  algorithm text not null check (algorithm in ('ES256')),
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

do $$
declare t text;
begin
  foreach t in array array['users', 'identities', 'sessions', 'refresh_tokens', 'sign_in_attempts', 'signing_keys'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('grant select, insert, update, delete on auth.%I to accounts_service', t);
    execute format('create policy accounts on auth.%I to accounts_service using (true) with check (true)', t);
  end loop;
end $$;
