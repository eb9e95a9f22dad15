import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Claims, Database } from '../../server/db/database.ts'

export interface UserRows {
  id: string
  claims: Claims
  mailboxId: string
  folderId: string
}

/** A user with one row in every table with user data. */
export async function insertUserRows(db: Database): Promise<UserRows> {
  const [id, mailboxId, folderId, session] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const accounts = [
    `auth.users (id, email) values ('${id}', '${id}@example.com')`,
    `auth.identities (user_id, provider, provider_id) values ('${id}', 'email', '${id}')`,
    `auth.sessions (id, user_id) values ('${session}', '${id}')`,
    `auth.refresh_tokens (session_id, user_id, token_hash) values ('${session}', '${id}', '${id}')`,
    `auth.one_time_tokens (user_id, purpose, email, token_hash, code_hash, created_at, code_expires_at, expires_at)
       values ('${id}', 'recovery', '${id}@example.com', '${id}', 'x', now(), now(), now())`,
    `auth.flow_states (user_id, provider, redirect_to, created_at, expires_at) values ('${id}', 'email', '/', ` +
      `now(), now())`,
    `auth.mfa_factors (id, user_id, factor_type, secret_sealed, created_at, updated_at)
       values ('${id}', '${id}', 'totp', 'x', now(), now())`,
    `auth.mfa_challenges (factor_id, user_id, session_id, created_at, expires_at)
       values ('${id}', '${id}', '${session}', now(), now())`,
    `auth.recovery_codes (user_id, code_hash, created_at) values ('${id}', 'x', now())`,
    `auth.audit_log_entries (user_id, action, created_at) values ('${id}', 'signed_in', now())`,
  ]
  const product = [
    `subscriptions (id, user_id, plan_id, status) select '${id}', '${id}', id, 'active' from plans where name = 'Free'`,
    `subscription_addons (user_id, subscription_id, addon_id, quantity) select '${id}', '${id}', id, 1 from ` +
      `addons limit 1`,
    `app.billing_customers (user_id, mode, stripe_customer_id, created_at) values ('${id}', 'sandbox', 'cus_` +
      `${id}', now())`,
    `app.checkout_attempts (user_id, kind, cart, expires_at, created_at) values ('${id}', 'plan', '{}', now(), now())`,
    `usage (user_id, month) values ('${id}', '2026-11-01')`,
    `mailboxes (id, user_id, email_address, provider_tenant_id, provider_account_id)
       values ('${mailboxId}', '${id}', 'a@example.com', 'tenant', '${id}')`,
    `email_folders (id, user_id, mailbox_id, folder_name, display_name, provider_folder_id)
       values ('${folderId}', '${id}', '${mailboxId}', 'Bills', 'Bills', 'f1')`,
    `email_folder_actions (user_id, folder_id, action_id, action_order)
       select '${id}', '${folderId}', id, 1 from email_actions where action_type = 'draft_reply'`,
    `email_processing_logs (user_id, mailbox_id, message_id, status) values ('${id}', '${mailboxId}', 'm1', ` +
      `'processing')`,
    `app.mailbox_tokens (mailbox_id, user_id, access_token_sealed, refresh_token_sealed, scopes, expires_at)
       values ('${mailboxId}', '${id}', 'x', 'x', 'x', now())`,
    `app.oauth_states (state_hash, user_id, session_id, provider, browser_hash, code_verifier_sealed, nonce_hash, \
expires_at)
       values ('${id}', '${id}', '${session}', 'microsoft', 'x', 'x', 'x', now())`,
    `app.graph_subscriptions (mailbox_id, user_id, provider_subscription_id, client_state_hash, expires_at)
       values ('${mailboxId}', '${id}', '${id}', 'x', now())`,
    `app.imap_accounts (mailbox_id, user_id, imap_host, imap_port, imap_security, smtp_host, smtp_port, smtp_security, \
user_name, password_sealed)
       values ('${mailboxId}', '${id}', 'imap.example.com', 993, 'tls', 'smtp.example.com', 465, 'tls', 'a', 'x')`,
    `app.imap_connections (mailbox_id, user_id) values ('${mailboxId}', '${id}')`,
    `app.imap_folders (id, mailbox_id, user_id, path) values ('${id}', '${mailboxId}', '${id}', 'INBOX')`,
    `app.imap_messages (mailbox_id, user_id, folder_id, uid_validity, uid, hint_hash)
       values ('${mailboxId}', '${id}', '${id}', 1, 1, 'x')`,
    `app.mailbox_sync_states (mailbox_id, user_id) values ('${mailboxId}', '${id}')`,
    `app.inbox_events (mailbox_id, message_id, user_id, source) values ('${mailboxId}', 'm1', '${id}', 'delta')`,
    `app.mailbox_models (mailbox_id, user_id, version, state) values ('${mailboxId}', '${id}', 1, 'x')`,
    `app.training_examples (mailbox_id, message_id, user_id, folder_id) values ('${mailboxId}', 'm1', '${id}` +
      `', '${folderId}')`,
    `app.unlearned_moves (mailbox_id, message_id, user_id, folder_id, found_at) values ('${mailboxId}', 'm1', '${id}` +
      `', '${folderId}', now())`,
    `app.outgoing_emails (user_id, kind, payload_sealed, next_attempt_at, created_at, expires_at)
       values ('${id}', 'account-notice', 'x', now(), now(), now())`,
    `notifications (user_id, kind, key, created_at) values ('${id}', 'limit_near', '2026-11', now())`,
    `app.digest_settings (user_id, next_due_at) values ('${id}', now())`,
    `app.email_choices (user_id, mailbox_stops) values ('${id}', false)`,
    `app.user_time_zones (user_id, time_zone, is_chosen) values ('${id}', 'Europe/Brussels', true)`,
    `app.user_limits (user_id, email_limit) values ('${id}', 500)`,
    `app.removed_base_folders (folder_id, action_id, user_id, base_path)
       select folder_id, action_id, user_id, '/Bills' from email_folder_actions where user_id = '${id}'`,
    `app.visits (user_id, last_seen_at) values ('${id}', now())`,
    `app.requested_moves (log_id, user_id, mailbox_id, possible_folder_ids, claimed_until, requested_at)
       select id, user_id, mailbox_id, '[]', now(), now() from email_processing_logs where user_id = '${id}'`,
    `app.used_digest_links (log_id, effect, user_id)
       select id, 'file', user_id from email_processing_logs where user_id = '${id}'`,
    `app.service_connections (user_id, provider, account_id, access_token_sealed, refresh_token_sealed, scopes, \
expires_at, created_at)
       values ('${id}', 'dropbox', '${id}', 'x', 'x', 'x', now(), now())`,
    `app.connection_states (state_hash, user_id, session_id, provider, browser_hash, code_verifier_sealed, expires_at)
       values ('${id}', '${id}', '${session}', 'dropbox', 'x', 'x', now())`,
    `email_action_runs (id, user_id, mailbox_id, log_id, action_type, config_version, action_order, created_at)
       select '${id}', user_id, mailbox_id, id, 'draft_reply', 1, 1, now() from email_processing_logs where user_id = \
'${id}'`,
    `app.action_progress (run_id, user_id, progress) values ('${id}', '${id}', '{}')`,
    `app.pending_action_messages (log_id, user_id, mailbox_id, next_attempt_at, created_at)
       select id, user_id, mailbox_id, now(), now() from email_processing_logs where user_id = '${id}'`,
    `app.stored_attachments (user_id, mailbox_id, run_id, provider, account_id, attachment_id, name, folder_path, state)
       values ('${id}', '${mailboxId}', '${id}', 'dropbox', 'x', 'x', 'x', '', 'claimed')`,
    `app.folder_creations (provider, account_id, path_hash, run_id, user_id, claimed_until, claim_node)
       values ('dropbox', '${id}', sha256('x'), '${id}', '${id}', now(), 1)`,
    `app.automatic_emails (run_id, user_id, kind, address, counted_at)
       values ('${id}', '${id}', 'forward', 'books@example.com', now())`,
    `app.forward_addresses (user_id, address, requested_at) values ('${id}', 'books@example.com', now())`,
    `app.action_plans (folder_action_id, user_id, config_version, plan, plan_hash, made_by, created_at)
       select id, user_id, 1, '{}', sha256('x'), 'parser', now() from email_folder_actions where user_id = '${id}'`,
    `app.prompt_analyses (user_id, prompt_hash, plan, made_by, created_at) values ('${id}', sha256('x'), ` +
      `'{}', 'parser', now())`,
    `app.folder_conditions (user_id, mailbox_id, folder_id, kind, value, position, created_at)
       values ('${id}', '${mailboxId}', '${folderId}', 'domain', 'example.com', 1, now())`,
    `app.known_people (mailbox_id, user_id, address) values ('${mailboxId}', '${id}', 'friend@example.com')`,
    `app.folder_delta_links (folder_id, user_id, mailbox_id, provider_folder_id, delta_link, checked_at)
       values ('${folderId}', '${id}', '${mailboxId}', 'f1', 'https://graph.example', now())`,
    `app.backfills (user_id, mailbox_id, state, total, started_at) values ('${id}', '${mailboxId}', 'done', 0, now())`,
    `app.bulk_undos (id, user_id, mailbox_id, scope, state, started_at, ended_at)
       values ('${id}', '${id}', '${mailboxId}', '{}', 'done', now(), now())`,
    `app.bulk_undo_items (undo_id, log_id, user_id, position)
       select '${id}', id, user_id, 1 from email_processing_logs where user_id = '${id}'`,
    `app.tidy_up_presses (id, user_id, mailbox_id, folder_id, is_part, state, created_at)
       values ('${id}', '${id}', '${mailboxId}', '${folderId}', false, 'done', now())`,
    `app.tidy_up_items (press_id, message_id, user_id, position) values ('${id}', 'm1', '${id}', 1)`,
    `app.instruction_proposals (folder_id, user_id, mailbox_id, instructions, sample_size, correctly_classified, \
created_at)
       values ('${folderId}', '${id}', '${mailboxId}', 'Mail about invoice.', 1, 1, now())`,
    `app.language_model_answers (user_id, question_hash, answer, created_at) values ('${id}', sha256('x'), ` +
      `'{}', now())`,
    `app.language_model_usage (user_id, day, calls, mails, answers, input_tokens, output_tokens)
       values ('${id}', '2026-11-21', 1, 1, 1, 1, 1)`,
    `app.sender_scans (mailbox_id, user_id, state, since, started_at)
       values ('${mailboxId}', '${id}', 'done', now(), now())`,
    `app.senders (mailbox_id, address, user_id, name, last_at)
       values ('${mailboxId}', 'a@example.com', '${id}', '', now())`,
    `app.sender_days (mailbox_id, is_staged, address, day, place, user_id, emails, read)
       values ('${mailboxId}', false, 'a@example.com', '2026-11-21', '', '${id}', 1, 0)`,
    `app.follow_ups (mailbox_id, conversation_id, user_id, state, at)
       values ('${mailboxId}', 'c1', '${id}', 'settled', now())`,
    `app.corrections (mailbox_id, user_id, message_id, kind, value) values ('${mailboxId}', '${id}', 'm1', ` +
      `'sender', 'x')`,
  ]
  await db.asAccounts(async (tx) => {
    for (const row of accounts) await sql.raw(`insert into ${row}`).execute(tx)
  })
  await db.asService(async (tx) => {
    for (const row of product) await sql.raw(`insert into ${row}`).execute(tx)
  })
  return { id, mailboxId, folderId, claims: { sub: id, role: 'authenticated' } }
}

/** The number of rows that the statement read or changed, or its error code. Always rolls back. */
export async function outcome(db: Database, claims: Claims, statement: string): Promise<number | string> {
  const undo = new Error('undo')
  let count = 0
  try {
    await db.asUser(claims, async (tx) => {
      const { rows, numAffectedRows } = await sql.raw(statement).execute(tx)
      count = Number(numAffectedRows ?? rows.length)
      throw undo
    })
  } catch (error) {
    if (error === undo) return count
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
  return count
}
