/** Row types of all tables. Written by `npm run db:dump` from a migrated database; a test compares both. */
import type { ColumnType, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Written as JSON text: the driver converts JavaScript arrays to PostgreSQL arrays. */
export type Json = ColumnType<JsonValue, string, string>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Optional in inserts. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export interface AddonsRow {
  id: Generated<string>
  name: string
  description: Generated<string>
  price_monthly: number
  email_limit: number
  is_active: Generated<boolean>
  created_at: Generated<Timestamp>
}

export interface AppActionConfigKeysRow {
  action_type: string
  key: string
  kind: 'text' | 'flag' | 'count' | 'address' | 'choice' | 'path'
  lowest: number | null
  highest: number | null
  choices: Json | null
  step: number | null
}

export interface AppActionPlansRow {
  folder_action_id: string
  user_id: string
  config_version: number
  plan: Json
  plan_hash: Buffer
  made_by: 'parser' | 'model'
  created_at: Timestamp
}

export interface AppActionProgressRow {
  run_id: string
  user_id: string
  progress: Json
  updated_at: Generated<Timestamp>
}

export interface AppAutomaticEmailsRow {
  run_id: string
  user_id: string
  kind: 'forward' | 'draft'
  address: string
  counted_at: Timestamp
  message_id_hash: Buffer | null
  original_id_hash: Buffer | null
  subject_hash: Buffer | null
}

export interface AppAutomationSwitchRow {
  id: Generated<boolean>
  stopped: Generated<boolean>
  changed_at: Generated<Timestamp>
  mailboxes_stopped: Generated<boolean>
}

export interface AppBackfillsRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  state: 'running' | 'paused' | 'limit' | 'done' | 'canceled'
  since: Timestamp | null
  total: number
  scanned_messages: Generated<number>
  scan_position: Timestamp | null
  is_scan_complete: Generated<boolean>
  started_at: Timestamp
  ended_at: Timestamp | null
}

export interface AppBillingCustomersRow {
  user_id: string
  mode: 'live' | 'test' | 'sandbox'
  stripe_customer_id: string | null
  generation: Generated<number>
  syncs_requested: Generated<number>
  syncs_completed: Generated<number>
  sync_attempts: Generated<number>
  next_sync_at: Generated<Timestamp>
  created_at: Timestamp
}

export interface AppBulkUndoItemsRow {
  undo_id: string
  log_id: string
  user_id: string
  position: number
  outcome: 'undone' | 'back' | 'moved' | 'gone' | 'refused' | 'not_answered' | 'canceled' | null
}

export interface AppBulkUndosRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  scope: Json
  state: 'running' | 'done' | 'canceled'
  is_waiting: Generated<boolean>
  claim_token: Generated<number>
  claimed_until: Generated<Timestamp>
  started_at: Timestamp
  ended_at: Timestamp | null
  claim_node: number | null
}

export interface AppCheckoutAttemptsRow {
  id: Generated<string>
  user_id: string
  kind: 'plan' | 'addons'
  cart: Json
  stripe_session_id: string | null
  state: Generated<'open' | 'done' | 'expired' | 'failed'>
  expires_at: Timestamp
  created_at: Timestamp
}

export interface AppConnectionStatesRow {
  state_hash: Buffer
  user_id: string
  session_id: string
  provider: 'dropbox' | 'google_drive' | 'onedrive' | 'teamleader'
  browser_hash: Buffer
  code_verifier_sealed: string
  expires_at: Timestamp
}

export interface AppCorrectionsRow {
  id: Generated<string>
  mailbox_id: string
  user_id: string
  message_id: string
  kind: 'sender' | 'list'
  value: string
  folder_id: string | null
  created_at: Generated<Timestamp>
  from_folder_id: string | null
  learned_by: Generated<'history' | 'outlook' | 'example'>
}

export interface AppDigestSettingsRow {
  user_id: string
  frequency: Generated<'daily' | 'weekly'>
  next_due_at: Timestamp
  confirmed_address: string | null
  covered_until: Timestamp | null
  hour: Generated<number>
  days: Generated<number[]>
}

export interface AppEmailChoicesRow {
  user_id: string
  mailbox_stops: boolean
}

export interface AppFolderConditionsRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  folder_id: string
  kind: 'address' | 'domain' | 'list' | 'subject'
  value: string
  position: number
  created_at: Timestamp
}

export interface AppFolderCreationsRow {
  provider: 'dropbox' | 'google_drive' | 'onedrive'
  account_id: string
  path_hash: Buffer
  run_id: string
  user_id: string
  claimed_until: Timestamp
  claim_node: number
}

export interface AppFolderDeltaLinksRow {
  folder_id: string
  user_id: string
  mailbox_id: string
  provider_folder_id: string
  delta_link: string
  checked_at: Timestamp
}

export interface AppFollowUpsRow {
  id: Generated<string>
  mailbox_id: string
  conversation_id: string
  user_id: string
  state: 'sent' | 'question' | 'settled'
  at: Timestamp
  message_id: string | null
  address: string | null
  name: string | null
  subject: string | null
  dismissed_at: Timestamp | null
}

export interface AppForwardAddressesRow {
  id: Generated<string>
  user_id: string
  address: string
  token_hash: Buffer | null
  token_expires_at: Timestamp | null
  requested_at: Timestamp
  confirmed_at: Timestamp | null
  withdrawn_at: Timestamp | null
}

export interface AppGraphSlotsRow {
  mailbox_id: string
  node: number
  wanted: number
  held: number
  since: Generated<Timestamp>
}

export interface AppGraphSubscriptionsRow {
  mailbox_id: string
  user_id: string
  provider_subscription_id: string
  client_state_hash: Buffer
  expires_at: Timestamp
  created_at: Generated<Timestamp>
  renewed_at: Generated<Timestamp>
}

export interface AppImapAccountsRow {
  mailbox_id: string
  user_id: string
  imap_host: string
  imap_port: number
  imap_security: 'tls' | 'starttls'
  smtp_host: string | null
  smtp_port: number | null
  smtp_security: 'tls' | 'starttls' | null
  user_name: string
  password_sealed: string
  generation: Generated<number>
  updated_at: Generated<Timestamp>
  sign_in_id: Generated<string>
  can_move: Generated<boolean>
  takes_keywords: Generated<boolean>
}

export interface AppImapConnectionsRow {
  mailbox_id: string
  user_id: string
  work_node: number | null
  work_until: Generated<Timestamp>
  work_wanted_until: Generated<Timestamp>
  watch_node: number | null
  watch_until: Generated<Timestamp>
  refused_generation: number | null
  refused_at: Timestamp | null
}

export interface AppImapFoldersRow {
  id: Generated<string>
  mailbox_id: string
  user_id: string
  path: string
  use: string | null
  parent_id: string | null
  uid_validity: number | null
  uid_next: Generated<number>
  messages: Generated<number>
  baseline_uid: number | null
  is_listed: Generated<boolean>
  resets: Generated<number>
  reset_at: Generated<Timestamp>
}

export interface AppImapMessagesRow {
  id: Generated<string>
  mailbox_id: string
  user_id: string
  folder_id: string | null
  uid_validity: number
  uid: number
  email_id: string | null
  hint_hash: string
  is_moved: Generated<boolean>
  is_old: Generated<boolean>
  moving_to: string | null
  moving_uid_next: number | null
  sending: 'sending' | 'sent' | null
  missing_since: Timestamp | null
}

export interface AppInboxEventsRow {
  mailbox_id: string
  message_id: string
  user_id: string
  seq: GeneratedAlways<number>
  source: 'notification' | 'delta' | 'manual' | 'waiting' | 'backfill'
  attempts: Generated<number>
  due_at: Generated<Timestamp>
  created_at: Generated<Timestamp>
  backfill_id: string | null
  change_key_before_move: string | null
}

export interface AppInstructionProposalsRow {
  folder_id: string
  user_id: string
  mailbox_id: string
  instructions: string
  sample_size: number
  correctly_classified: number
  dismissed_at: Timestamp | null
  created_at: Timestamp
}

export interface AppKnownPeopleRow {
  mailbox_id: string
  user_id: string
  address: string
}

export interface AppLanguageModelAnswersRow {
  user_id: string
  question_hash: Buffer
  answer: Json
  created_at: Timestamp
}

export interface AppLanguageModelUsageRow {
  user_id: string
  day: string
  calls: number
  mails: number
  answers: number
  input_tokens: number
  output_tokens: number
  conflicts: Generated<number>
}

export interface AppMailboxModelsRow {
  mailbox_id: string
  user_id: string
  version: number
  state: Buffer
  example_count: Generated<number>
  updated_at: Generated<Timestamp>
  is_stale: Generated<boolean>
  baseline: Buffer | null
  baseline_messages: number | null
  baseline_folders_hash: string | null
  baseline_created_at: Timestamp | null
}

export interface AppMailboxSyncStatesRow {
  mailbox_id: string
  user_id: string
  lease_token: Generated<number>
  leased_until: Generated<Timestamp>
  lease_node: number | null
  paused_until: Generated<Timestamp>
  inbox_folder_id: string | null
  delta_link: string | null
  caught_up_until: Timestamp | null
  folders_synced_at: Timestamp | null
  learned_at: Timestamp | null
  sent_read_until: Timestamp | null
  moves_checked_at: Timestamp | null
  consecutive_failures: Generated<number>
  probe_claimed_until: Timestamp | null
  subscription_failures: Generated<number>
  subscription_retry_at: Generated<Timestamp>
  real_time_since: Timestamp | null
  call_breaker: Generated<string>
  token_breaker: Generated<string | null>
}

export interface AppMailboxTokensRow {
  mailbox_id: string
  user_id: string
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Timestamp
  generation: Generated<number>
  updated_at: Generated<Timestamp>
  sign_in_id: Generated<string>
}

export interface AppNodesRow {
  node: number
  seen_until: Timestamp
  role: 'all' | 'web' | 'worker' | null
  version: string | null
  started_at: Generated<Timestamp>
}

export interface AppOauthStatesRow {
  state_hash: Buffer
  user_id: string
  session_id: string
  provider: string
  browser_hash: Buffer
  code_verifier_sealed: string
  nonce_hash: Buffer
  mailbox_name: string | null
  expires_at: Timestamp
  created_at: Generated<Timestamp>
  mailbox_id: string | null
  with_send_scope: Generated<boolean>
}

export interface AppOperatorSettingsRow {
  name: string
  value_sealed: string
  changed_at: Timestamp
  changed_by: string | null
}

export interface AppOutgoingEmailsRow {
  id: Generated<string>
  user_id: string | null
  kind: string
  payload_sealed: string
  attempts: Generated<number>
  next_attempt_at: Timestamp
  created_at: Timestamp
  expires_at: Timestamp
}

export interface AppPendingActionMessagesRow {
  log_id: string
  user_id: string
  mailbox_id: string
  claim_token: Generated<number>
  claimed_until: Generated<Timestamp>
  attempts: Generated<number>
  first_attempt_at: Timestamp | null
  next_attempt_at: Timestamp
  created_at: Timestamp
  claim_node: number | null
}

export interface AppPendingCustomerClosuresRow {
  stripe_customer_id: string
  mode: 'live' | 'test' | 'sandbox'
  attempts: Generated<number>
  next_attempt_at: Timestamp
  created_at: Timestamp
}

export interface AppPromptAnalysesRow {
  user_id: string
  prompt_hash: Buffer
  plan: Json
  made_by: 'parser' | 'model'
  created_at: Timestamp
}

export interface AppProviderOutagesRow {
  provider: string
  failed_subjects: Generated<string[]>
  first_failed_at: Timestamp
  opened_at: Timestamp | null
  reason: Generated<string>
  next_probe_at: Generated<Timestamp>
}

export interface AppRateLimitsRow {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface AppRemovedBaseFoldersRow {
  folder_id: string
  action_id: string
  user_id: string
  base_path: string | null
}

export interface AppRequestedMovesRow {
  log_id: string
  user_id: string
  mailbox_id: string
  folder_id: string | null
  possible_folder_ids: Json
  claim_token: Generated<number>
  claimed_until: Timestamp
  requested_at: Timestamp
  undo_id: string | null
  retracts_correction: Generated<boolean>
  is_correction: Generated<boolean>
  claim_node: number | null
  change_key_before_move: string | null
  press_id: string | null
  stays_in_inbox: Generated<boolean>
  category: string | null
  former_categories: Generated<Json>
}

export interface AppSenderDaysRow {
  mailbox_id: string
  is_staged: boolean
  address: string
  day: string
  place: string
  user_id: string
  emails: number
  read: number
}

export interface AppSenderScansRow {
  mailbox_id: string
  user_id: string
  state: 'running' | 'done' | 'canceled' | 'failed'
  since: string
  folders: Generated<number>
  pending_folders: string[] | null
  position: string | null
  reached_at: Timestamp | null
  emails: Generated<number>
  pages: Generated<number>
  started_at: Timestamp
  ended_at: Timestamp | null
  completed_at: Timestamp | null
  year_read_at: Timestamp | null
}

export interface AppSendersRow {
  mailbox_id: string
  address: string
  user_id: string
  name: string
  last_at: Timestamp
  list_id: string | null
  unsubscribe_url: string | null
  recent: Generated<number>
  year: Generated<number>
  read: Generated<number>
  place: Generated<string>
}

export interface AppServiceConnectionsRow {
  id: Generated<string>
  user_id: string
  provider: 'dropbox' | 'google_drive' | 'onedrive' | 'teamleader'
  account_id: string
  provider_email: string | null
  status: Generated<'active' | 'needs_reauth'>
  access_token_sealed: string
  refresh_token_sealed: string
  scopes: string
  expires_at: Timestamp
  generation: Generated<number>
  paused_until: Generated<Timestamp>
  created_at: Timestamp
  updated_at: Generated<Timestamp>
  consecutive_failures: Generated<number>
  probe_claimed_until: Timestamp | null
  sign_in_id: Generated<string>
}

export interface AppServiceRevocationsRow {
  id: Generated<string>
  provider: 'dropbox' | 'google_drive' | 'onedrive' | 'teamleader'
  token_sealed: string
  attempts: Generated<number>
  created_at: Timestamp
}

export interface AppStoredAttachmentsRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  run_id: string
  step: Generated<number>
  provider: 'dropbox' | 'google_drive' | 'onedrive'
  account_id: string
  attachment_id: string
  name: string
  folder_path: string
  size: number | null
  content_sha256: Buffer | null
  state: 'claimed' | 'uploading' | 'done' | 'skipped' | 'failed'
  reason: string | null
  remote_id: string | null
  url: string | null
  session_sealed: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface AppStripeEventsRow {
  id: string
  type: string
  stripe_created_at: Timestamp
  api_version: string | null
  livemode: boolean
  stripe_customer_id: string | null
  state: 'used' | 'ignored'
  received_at: Timestamp
}

export interface AppStripePricesRow {
  stripe_price_id: string
  stripe_product_id: string
  mode: 'live' | 'test' | 'sandbox'
  plan_id: string | null
  addon_id: string | null
  unit_amount: number
  is_current: boolean
}

export interface AppStripeSetupsRow {
  mode: 'live' | 'test' | 'sandbox'
  portal_configuration_id: string
  completed_at: Timestamp
}

export interface AppTidyUpItemsRow {
  press_id: string
  message_id: string
  user_id: string
  position: number
  kind: 'sender' | 'list' | null
  value: string | null
  example_seq: number | null
  log_id: string | null
  outcome: 'moved' | 'not_moved' | 'undone' | null
  replaced_folder_id: string | null
  replaced_created_at: Timestamp | null
}

export interface AppTidyUpPressesRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  folder_id: string | null
  is_part: boolean
  state: 'running' | 'done' | 'undoing' | 'undone'
  is_waiting: Generated<boolean>
  claim_token: Generated<number>
  claimed_until: Generated<Timestamp>
  claim_node: number | null
  created_at: Timestamp
}

export interface AppTrainingExamplesRow {
  mailbox_id: string
  message_id: string
  user_id: string
  folder_id: string | null
  seq: GeneratedAlways<number>
  is_correction: Generated<boolean>
  is_retracted: Generated<boolean>
  was_in_folder: Generated<boolean>
}

export interface AppUnlearnedMovesRow {
  mailbox_id: string
  message_id: string
  user_id: string
  folder_id: string | null
  received_at: Timestamp | null
  found_at: Timestamp
  is_dismissed: Generated<boolean>
}

export interface AppUsedDigestLinksRow {
  log_id: string
  effect: 'return' | 'file'
  user_id: string
}

export interface AppUserLimitsRow {
  user_id: string
  email_limit: number
}

export interface AppUserTimeZonesRow {
  user_id: string
  time_zone: string
  is_chosen: boolean
}

export interface AppVisitsRow {
  user_id: string
  last_seen_at: Timestamp
}

export interface AuthAuditLogEntriesRow {
  id: Generated<number>
  user_id: string
  session_id: string | null
  action: string
  ip: string | null
  user_agent: string | null
  created_at: Timestamp
  detail: string | null
}

export interface AuthFirstAccountRow {
  is_taken: Generated<boolean>
}

export interface AuthFlowStatesRow {
  id: Generated<string>
  state_hash: Buffer | null
  auth_code_hash: Buffer | null
  user_id: string | null
  linking_user_id: string | null
  linking_session_id: string | null
  provider: 'email' | 'azure' | 'google'
  authentication_method: string | null
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  redirect_to: string
  browser_hash: Buffer | null
  code_verifier_sealed: string | null
  nonce_hash: Buffer | null
  invite_token_hash: Buffer | null
  used_at: Timestamp | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface AuthIdentitiesRow {
  id: Generated<string>
  user_id: string
  provider: string
  provider_id: string
  identity_data: Generated<Json>
  last_sign_in_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface AuthMfaChallengesRow {
  id: Generated<string>
  factor_id: string
  user_id: string
  session_id: string
  webauthn_challenge: string | null
  attempts: Generated<number>
  verified_at: Timestamp | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface AuthMfaFactorsRow {
  id: Generated<string>
  user_id: string
  friendly_name: Generated<string>
  factor_type: 'totp' | 'webauthn'
  status: Generated<'unverified' | 'verified'>
  secret_sealed: string | null
  last_step: number | null
  credential_id: string | null
  public_key: Buffer | null
  sign_count: number | null
  transports: Json | null
  aaguid: string | null
  last_challenged_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface AuthOneTimeTokensRow {
  id: Generated<string>
  user_id: string
  purpose:
    | 'signup'
    | 'invite'
    | 'magiclink'
    | 'recovery'
    | 'email_change_current'
    | 'email_change_new'
    | 'reauthentication'
  email: string
  token_hash: Buffer
  code_hash: Buffer
  code_attempts: Generated<number>
  flow_state_id: string | null
  created_at: Timestamp
  code_expires_at: Timestamp
  expires_at: Timestamp
}

export interface AuthRecoveryCodesRow {
  id: GeneratedAlways<number>
  user_id: string
  code_hash: Buffer
  created_at: Timestamp
  used_at: Timestamp | null
}

export interface AuthRefreshTokensRow {
  id: GeneratedAlways<number>
  session_id: string
  user_id: string
  token_hash: Buffer
  parent_id: number | null
  revoked_at: Timestamp | null
  child_seed_sealed: string | null
  created_at: Generated<Timestamp>
}

export interface AuthSessionsRow {
  id: Generated<string>
  user_id: string
  aal: Generated<'aal1' | 'aal2'>
  amr: Generated<Json>
  user_agent: string | null
  ip: string | null
  created_at: Generated<Timestamp>
  refreshed_at: Generated<Timestamp>
  not_after: Timestamp | null
  factor_id: string | null
}

export interface AuthSignInAttemptsRow {
  subject_hash: Buffer
  failures: number
  window_ends_at: Timestamp
}

export interface AuthSigningKeysRow {
  kid: string
  algorithm: 'ES256'
  public_jwk: Json
  private_jwk_sealed: string
  created_at: Generated<Timestamp>
  retired_at: Timestamp | null
}

export interface AuthUsersRow {
  id: Generated<string>
  email: string
  encrypted_password: string | null
  email_confirmed_at: Timestamp | null
  raw_app_meta_data: Generated<Json>
  raw_user_meta_data: Generated<Json>
  banned_until: Timestamp | null
  last_sign_in_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  invited_at: Timestamp | null
  confirmation_sent_at: Timestamp | null
  recovery_sent_at: Timestamp | null
  reauthentication_sent_at: Timestamp | null
  email_change_sent_at: Timestamp | null
  new_email: string | null
  email_change_current_confirmed: Generated<boolean>
  email_change_new_confirmed: Generated<boolean>
  email_auto_confirmed: Generated<boolean>
  deleted_at: Timestamp | null
}

export interface EmailActionRunsRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  log_id: string
  folder_action_id: string | null
  action_type: string
  config_version: number
  action_order: number
  status: Generated<'waiting' | 'running' | 'done' | 'skipped' | 'failed'>
  reason: string | null
  effects: Generated<Json>
  note: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
  blocked_by: 'mailbox' | 'dropbox' | 'google_drive' | 'onedrive' | 'teamleader' | null
  blocked_sign_in_id: string | null
}

export interface EmailActionsRow {
  id: Generated<string>
  name: string
  description: Generated<string>
  action_type: string
  created_at: Generated<Timestamp>
  coming_soon: Generated<boolean>
}

export interface EmailFolderActionsRow {
  id: Generated<string>
  user_id: Generated<string>
  folder_id: string
  action_id: string
  is_active: Generated<boolean>
  action_order: number
  config: Generated<Json>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  config_version: Generated<number>
}

export interface EmailFoldersRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  folder_name: string
  display_name: string
  provider_folder_id: string | null
  parent_folder_id: string | null
  instructions: Generated<string>
  active: Generated<boolean>
  include_in_ai: Generated<boolean>
  is_custom: Generated<boolean>
  awaits_outlook: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  instructions_changed_at: Timestamp | null
  path: string[] | null
  deleted_in_outlook_at: Timestamp | null
  include_security_email: Generated<boolean>
  former_provider_folder_id: string | null
  renamed_at: Timestamp | null
  resembles: 'drafts' | 'sent' | 'deleted' | 'junk' | null
  file_when: 'at_once' | 'after_read' | 'by_latest' | 'at_hours' | null
  file_delay_minutes: Generated<number>
  file_latest_hours: Generated<number>
  file_hours: Generated<number[]>
  filing: Generated<'move' | 'tag' | 'both'>
  mark_as_read: Generated<boolean>
  set_flag: Generated<boolean>
}

export interface EmailProcessingLogsRow {
  id: Generated<string>
  user_id: string
  mailbox_id: string
  message_id: string
  internet_message_id: string | null
  conversation_id: string | null
  subject: string | null
  from_address: string | null
  from_name: string | null
  received_at: Timestamp | null
  processed_at: Generated<Timestamp>
  status: 'processing' | 'processed' | 'left' | 'limit_reached' | 'failed'
  target_folder_id: string | null
  classification_confidence: number | null
  decided_by: 'condition' | 'correction' | 'known_person' | 'security' | 'classifier' | 'model' | 'user' | null
  reason:
    | 'sorted'
    | 'assigned'
    | 'limit'
    | 'known_person'
    | 'no_match'
    | 'low_confidence'
    | 'name_only'
    | 'instructions_pasted'
    | 'instructions_conflict'
    | 'model_invalid'
    | 'model_down'
    | 'budget'
    | 'auth'
    | 'gone'
    | 'user_moved'
    | 'disabled'
    | 'poison'
    | 'too_large'
    | 'own_mail'
    | 'preview'
    | 'sign_in_code'
    | 'account_security'
    | 'phishing'
    | 'delayed'
    | null
  explanation: string | null
  counted_month: string | null
  moved_at: Timestamp | null
  attempts: Generated<number>
  created_at: Generated<Timestamp>
  evidence: Generated<Json>
  runner_up_folder_id: string | null
  runner_up_confidence: number | null
  corrected_at: Timestamp | null
  corrected_from_folder_id: string | null
  asked_model: Generated<boolean>
  backfill_id: string | null
  before_correction: Json | null
  decision_basis: 'instructions' | 'learning' | null
  second_choice_folder_id: string | null
  actions_held: Generated<boolean>
  list_id: string | null
  email_kind: string | null
  file_at: Timestamp | null
  file_once_read: Generated<boolean>
  read_at: Timestamp | null
  has_code: Generated<boolean>
  filing_requested: Generated<boolean>
  stays_in_inbox: Generated<boolean>
  category: string | null
  is_tagged: Generated<boolean>
  former_category: string | null
}

export interface MailboxesRow {
  id: Generated<string>
  user_id: string
  name: Generated<string>
  email_address: string
  provider: Generated<'microsoft' | 'imap'>
  provider_tenant_id: string
  provider_account_id: string
  status: Generated<'active' | 'reauth_required' | 'unavailable'>
  real_time: Generated<boolean>
  confidence_threshold: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  when_unsure: Generated<'leave' | 'categorize'>
  actions_paused: Generated<boolean>
  act_on_filed: Generated<boolean>
  act_on_filed_since: Timestamp | null
  keep_known_people: Generated<boolean>
  preview_until: Timestamp | null
  ask_model: Generated<boolean>
  stopped_at: Timestamp | null
  stop_emailed: Generated<boolean>
  file_when: Generated<'at_once' | 'after_read' | 'by_latest' | 'at_hours'>
  file_delay_minutes: Generated<number>
  file_latest_hours: Generated<number>
  file_hours: Generated<number[]>
  follow_up_days: number | null
}

export interface NotificationsRow {
  id: Generated<string>
  user_id: string
  kind:
    | 'mailbox_needs_sign_in'
    | 'mailbox_unavailable'
    | 'connection_needs_sign_in'
    | 'limit_near'
    | 'limit_reached'
    | 'payment_failed'
    | 'action_failed'
    | 'actions_retried'
    | 'sorted_while_away'
    | 'forward_address_requested'
    | 'forward_address_confirmed'
    | 'folder_recreated'
    | 'folder_deleted'
    | 'hourly_limit_reached'
    | 'file_destination_changed'
    | 'mass_move'
  key: string
  mailbox_id: string | null
  count: number | null
  read_at: Timestamp | null
  created_at: Timestamp
  provider: 'dropbox' | 'google_drive' | 'onedrive' | 'teamleader' | null
  address: string | null
  folder_id: string | null
  destination: string | null
}

export interface PlansRow {
  id: Generated<string>
  name: string
  description: Generated<string>
  price_monthly: number
  email_limit: number
  is_active: Generated<boolean>
  created_at: Generated<Timestamp>
}

export interface SubscriptionAddonsRow {
  id: Generated<string>
  user_id: string
  subscription_id: string
  addon_id: string
  quantity: number
  created_at: Generated<Timestamp>
}

export interface SubscriptionsRow {
  id: Generated<string>
  user_id: string
  plan_id: string
  status: 'active' | 'canceled' | 'past_due' | 'incomplete' | 'trialing' | 'inactive'
  cancel_at_period_end: Generated<boolean>
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
  current_period_start: Timestamp | null
  current_period_end: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  provider_status: string | null
  provider_synced_at: Timestamp | null
  pending_update_expires_at: Timestamp | null
}

export interface UsageRow {
  user_id: string
  month: string
  emails_processed: Generated<number>
}

export interface DB {
  addons: AddonsRow
  'app.action_config_keys': AppActionConfigKeysRow
  'app.action_plans': AppActionPlansRow
  'app.action_progress': AppActionProgressRow
  'app.automatic_emails': AppAutomaticEmailsRow
  'app.automation_switch': AppAutomationSwitchRow
  'app.backfills': AppBackfillsRow
  'app.billing_customers': AppBillingCustomersRow
  'app.bulk_undo_items': AppBulkUndoItemsRow
  'app.bulk_undos': AppBulkUndosRow
  'app.checkout_attempts': AppCheckoutAttemptsRow
  'app.connection_states': AppConnectionStatesRow
  'app.corrections': AppCorrectionsRow
  'app.digest_settings': AppDigestSettingsRow
  'app.email_choices': AppEmailChoicesRow
  'app.folder_conditions': AppFolderConditionsRow
  'app.folder_creations': AppFolderCreationsRow
  'app.folder_delta_links': AppFolderDeltaLinksRow
  'app.follow_ups': AppFollowUpsRow
  'app.forward_addresses': AppForwardAddressesRow
  'app.graph_slots': AppGraphSlotsRow
  'app.graph_subscriptions': AppGraphSubscriptionsRow
  'app.imap_accounts': AppImapAccountsRow
  'app.imap_connections': AppImapConnectionsRow
  'app.imap_folders': AppImapFoldersRow
  'app.imap_messages': AppImapMessagesRow
  'app.inbox_events': AppInboxEventsRow
  'app.instruction_proposals': AppInstructionProposalsRow
  'app.known_people': AppKnownPeopleRow
  'app.language_model_answers': AppLanguageModelAnswersRow
  'app.language_model_usage': AppLanguageModelUsageRow
  'app.mailbox_models': AppMailboxModelsRow
  'app.mailbox_sync_states': AppMailboxSyncStatesRow
  'app.mailbox_tokens': AppMailboxTokensRow
  'app.nodes': AppNodesRow
  'app.oauth_states': AppOauthStatesRow
  'app.operator_settings': AppOperatorSettingsRow
  'app.outgoing_emails': AppOutgoingEmailsRow
  'app.pending_action_messages': AppPendingActionMessagesRow
  'app.pending_customer_closures': AppPendingCustomerClosuresRow
  'app.prompt_analyses': AppPromptAnalysesRow
  'app.provider_outages': AppProviderOutagesRow
  'app.rate_limits': AppRateLimitsRow
  'app.removed_base_folders': AppRemovedBaseFoldersRow
  'app.requested_moves': AppRequestedMovesRow
  'app.sender_days': AppSenderDaysRow
  'app.sender_scans': AppSenderScansRow
  'app.senders': AppSendersRow
  'app.service_connections': AppServiceConnectionsRow
  'app.service_revocations': AppServiceRevocationsRow
  'app.stored_attachments': AppStoredAttachmentsRow
  'app.stripe_events': AppStripeEventsRow
  'app.stripe_prices': AppStripePricesRow
  'app.stripe_setups': AppStripeSetupsRow
  'app.tidy_up_items': AppTidyUpItemsRow
  'app.tidy_up_presses': AppTidyUpPressesRow
  'app.training_examples': AppTrainingExamplesRow
  'app.unlearned_moves': AppUnlearnedMovesRow
  'app.used_digest_links': AppUsedDigestLinksRow
  'app.user_limits': AppUserLimitsRow
  'app.user_time_zones': AppUserTimeZonesRow
  'app.visits': AppVisitsRow
  'auth.audit_log_entries': AuthAuditLogEntriesRow
  'auth.first_account': AuthFirstAccountRow
  'auth.flow_states': AuthFlowStatesRow
  'auth.identities': AuthIdentitiesRow
  'auth.mfa_challenges': AuthMfaChallengesRow
  'auth.mfa_factors': AuthMfaFactorsRow
  'auth.one_time_tokens': AuthOneTimeTokensRow
  'auth.recovery_codes': AuthRecoveryCodesRow
  'auth.refresh_tokens': AuthRefreshTokensRow
  'auth.sessions': AuthSessionsRow
  'auth.sign_in_attempts': AuthSignInAttemptsRow
  'auth.signing_keys': AuthSigningKeysRow
  'auth.users': AuthUsersRow
  email_action_runs: EmailActionRunsRow
  email_actions: EmailActionsRow
  email_folder_actions: EmailFolderActionsRow
  email_folders: EmailFoldersRow
  email_processing_logs: EmailProcessingLogsRow
  mailboxes: MailboxesRow
  notifications: NotificationsRow
  plans: PlansRow
  subscription_addons: SubscriptionAddonsRow
  subscriptions: SubscriptionsRow
  usage: UsageRow
}
