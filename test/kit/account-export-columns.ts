/**
 * Keys of the export by table, without those that users may read in `/rest/v1` as well. A new or renamed column of
 * another table fails until it is added to one of these lists.
 */
export const exportedColumns = {
  'app.action_plans': 'folder_action_id user_id config_version plan made_by created_at',
  'app.action_progress': 'run_id user_id progress updated_at',
  'app.automatic_emails': 'run_id user_id kind address counted_at',
  'app.backfills':
    'id user_id mailbox_id state since total scanned_messages scan_position is_scan_complete started_at ended_at',
  'app.billing_customers':
    'user_id mode stripe_customer_id generation syncs_requested syncs_completed sync_attempts ' +
    'next_sync_at created_at',
  'app.bulk_undo_items': 'undo_id log_id user_id position outcome',
  'app.bulk_undos':
    'id user_id mailbox_id scope state is_waiting claim_token claimed_until started_at ended_at claim_node',
  'app.checkout_attempts': 'id user_id kind cart stripe_session_id state expires_at created_at',
  'app.connection_states': 'user_id session_id provider expires_at',
  'app.corrections': 'id mailbox_id user_id message_id kind value folder_id created_at from_folder_id learned_by',
  'app.digest_settings': 'user_id frequency next_due_at confirmed_address covered_until hour days',
  'app.email_choices': 'user_id mailbox_stops',
  'app.folder_conditions': 'id user_id mailbox_id folder_id kind value position created_at',
  'app.folder_delta_links': 'folder_id user_id mailbox_id provider_folder_id delta_link checked_at',
  'app.folder_creations': 'provider account_id run_id user_id claimed_until claim_node',
  'app.follow_ups': 'id mailbox_id conversation_id user_id state at message_id address name subject dismissed_at',
  'app.forward_addresses': 'id user_id address token_expires_at requested_at confirmed_at withdrawn_at',
  'app.graph_subscriptions': 'mailbox_id user_id provider_subscription_id expires_at created_at renewed_at',
  'app.imap_accounts':
    'mailbox_id user_id imap_host imap_port imap_security smtp_host smtp_port smtp_security user_name generation ' +
    'updated_at sign_in_id can_move takes_keywords',
  'app.imap_connections':
    'mailbox_id user_id work_node work_until work_wanted_until watch_node watch_until refused_generation refused_at',
  'app.imap_folders':
    'id mailbox_id user_id path use parent_id uid_validity uid_next messages baseline_uid is_listed resets reset_at',
  'app.imap_messages':
    'id mailbox_id user_id folder_id uid_validity uid email_id is_moved is_old moving_to moving_uid_next sending ' +
    'missing_since',
  'app.inbox_events':
    'mailbox_id message_id user_id seq source attempts due_at created_at backfill_id change_key_before_move',
  'app.instruction_proposals':
    'folder_id user_id mailbox_id instructions sample_size correctly_classified dismissed_at created_at',
  'app.known_people': 'mailbox_id user_id address',
  'app.language_model_answers': 'user_id answer created_at',
  'app.language_model_usage': 'user_id day calls mails answers input_tokens output_tokens conflicts',
  'app.mailbox_models':
    'mailbox_id user_id version example_count updated_at is_stale baseline_messages baseline_created_at',
  'app.mailbox_sync_states':
    'mailbox_id user_id lease_token leased_until lease_node paused_until inbox_folder_id delta_link ' +
    'caught_up_until folders_synced_at learned_at sent_read_until moves_checked_at consecutive_failures ' +
    'probe_claimed_until subscription_failures subscription_retry_at real_time_since call_breaker token_breaker',
  'app.mailbox_tokens': 'mailbox_id user_id scopes expires_at generation updated_at sign_in_id',
  'app.oauth_states': 'user_id session_id provider mailbox_name expires_at created_at mailbox_id with_send_scope',
  'app.outgoing_emails': 'id user_id kind attempts next_attempt_at created_at expires_at',
  'app.pending_action_messages':
    'log_id user_id mailbox_id claim_token claimed_until attempts first_attempt_at next_attempt_at ' +
    'created_at claim_node',
  'app.prompt_analyses': 'user_id plan made_by created_at',
  'app.requested_moves':
    'log_id user_id mailbox_id folder_id possible_folder_ids claim_token claimed_until requested_at ' +
    'undo_id retracts_correction is_correction claim_node change_key_before_move press_id stays_in_inbox ' +
    'category former_categories',
  'app.sender_days': 'mailbox_id is_staged address day place user_id emails read',
  'app.sender_scans':
    'mailbox_id user_id state since folders pending_folders position reached_at emails pages started_at ended_at ' +
    'completed_at year_read_at',
  'app.senders': 'mailbox_id address user_id name last_at list_id unsubscribe_url recent year read place',
  'app.service_connections':
    'id user_id provider account_id provider_email status scopes expires_at generation paused_until ' +
    'created_at updated_at consecutive_failures probe_claimed_until sign_in_id',
  'app.stored_attachments':
    'id user_id mailbox_id run_id step provider account_id attachment_id name folder_path size state ' +
    'reason remote_id url created_at updated_at',
  'app.removed_base_folders': 'folder_id action_id user_id base_path',
  'app.tidy_up_items':
    'press_id message_id user_id position kind value example_seq log_id outcome ' +
    'replaced_folder_id replaced_created_at',
  'app.tidy_up_presses':
    'id user_id mailbox_id folder_id is_part state is_waiting claim_token claimed_until claim_node created_at',
  'app.training_examples': 'mailbox_id message_id user_id folder_id seq is_correction is_retracted was_in_folder',
  'app.unlearned_moves': 'mailbox_id message_id user_id folder_id received_at found_at is_dismissed',
  'app.used_digest_links': 'log_id effect user_id',
  'app.user_limits': 'user_id email_limit',
  'app.user_time_zones': 'user_id time_zone is_chosen',
  'app.visits': 'user_id last_seen_at',
  'auth.audit_log_entries': 'id user_id session_id action ip user_agent created_at detail',
  'auth.flow_states':
    'id user_id linking_user_id linking_session_id provider authentication_method code_challenge ' +
    'code_challenge_method redirect_to used_at created_at expires_at',
  'auth.identities': 'id user_id provider provider_id identity_data last_sign_in_at created_at updated_at',
  'auth.mfa_challenges':
    'id factor_id user_id session_id webauthn_challenge attempts verified_at created_at expires_at',
  'auth.mfa_factors':
    'id user_id friendly_name factor_type status last_step credential_id sign_count transports aaguid ' +
    'last_challenged_at created_at updated_at',
  'auth.one_time_tokens': 'id user_id purpose email code_attempts flow_state_id created_at code_expires_at expires_at',
  'auth.recovery_codes': 'id user_id created_at used_at',
  'auth.refresh_tokens': 'id session_id user_id parent_id revoked_at created_at',
  'auth.sessions': 'id user_id aal amr user_agent ip created_at refreshed_at not_after factor_id',
  'auth.users':
    'id email email_confirmed_at raw_app_meta_data raw_user_meta_data banned_until last_sign_in_at ' +
    'created_at updated_at invited_at confirmation_sent_at recovery_sent_at reauthentication_sent_at ' +
    'email_change_sent_at new_email email_change_current_confirmed email_change_new_confirmed ' +
    'email_auto_confirmed deleted_at',
}

/**
 * Columns that the export leaves out: sealed secrets, hashes of secrets, and data that only the server can read
 * (classifier counts, hashes that detect a changed plan, question, file or set of folders).
 */
export const withheldColumns = {
  'app.action_plans': 'plan_hash',
  'app.automatic_emails': 'message_id_hash original_id_hash subject_hash',
  'app.connection_states': 'state_hash browser_hash code_verifier_sealed',
  'app.forward_addresses': 'token_hash',
  'app.graph_subscriptions': 'client_state_hash',
  'app.imap_accounts': 'password_sealed',
  'app.imap_messages': 'hint_hash',
  'app.language_model_answers': 'question_hash',
  'app.mailbox_models': 'state baseline baseline_folders_hash',
  'app.mailbox_tokens': 'access_token_sealed refresh_token_sealed',
  'app.oauth_states': 'state_hash browser_hash code_verifier_sealed nonce_hash',
  'app.outgoing_emails': 'payload_sealed',
  'app.prompt_analyses': 'prompt_hash',
  'app.service_connections': 'access_token_sealed refresh_token_sealed',
  'app.folder_creations': 'path_hash',
  'app.stored_attachments': 'content_sha256 session_sealed',
  'auth.flow_states': 'state_hash auth_code_hash browser_hash code_verifier_sealed nonce_hash invite_token_hash',
  'auth.mfa_factors': 'secret_sealed public_key',
  'auth.one_time_tokens': 'token_hash code_hash',
  'auth.recovery_codes': 'code_hash',
  'auth.refresh_tokens': 'token_hash child_seed_sealed',
  'auth.users': 'encrypted_password',
}
