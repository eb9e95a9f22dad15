import { z } from 'zod'

/**
 * Error codes with their HTTP status and a message that tells the user what to do. Functions and callbacks return
 * `{ "error": { "code", "message" } }`; errors that are not listed here become `internal`.
 */
export const errors = {
  bad_request: [400, 'The request could not be understood. Please check it and try again.'],
  invalid_json: [400, 'The body of the request is not valid JSON.'],
  invalid_input: [400, 'The request has missing, wrong or unknown fields.'],
  unauthorized: [401, 'Please sign in again.'],
  session_ended: [401, 'Your session has ended. Please sign in again.'],
  second_step_required: [
    403,
    'Please complete the second step of your sign-in first: ' +
      'use your authenticator app, your passkey or a recovery code.',
  ],
  second_step_not_set_up: [409, 'Please set up an authenticator app or a passkey first.'],
  reauthentication_needed: [
    403,
    'Please confirm that it is you first: sign in again, or request a code by email, and repeat this ' +
      'within five minutes.',
  ],
  session_not_found: [404, 'This device is signed out already.'],
  forbidden: [403, 'You may not do this.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  length_required: [411, 'The request must say how long its body is.'],
  payload_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'Send the body as application/json.'],
  changed_meanwhile: [409, 'This was deleted in the meantime. Please reload the page.'],
  too_many_requests: [429, 'Too many requests. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on the server. Please try again.'],
  sandbox_runs: [
    409,
    'The sandbox is running, which uses none of these settings. Set SANDBOX=false, start again, and save them then.',
  ],
  mail_server_refused: [
    409,
    'The mail server did not accept the email. Please check its settings, and the address of the sender.',
  ],
  unavailable: [503, 'The service is not available right now. Please try again in a moment.'],

  invalid_email: [400, 'Please enter a valid email address.'],
  account_not_found: [404, 'This account does not exist any more. Please reload the page.'],
  account_exists: [409, 'There is an account with this address already.'],
  own_account: [409, 'This is your own account. You can delete it on the Account page.'],
  last_operator: [409, 'This is the last operator. Please make another account an operator first.'],
  invitations_closed: [
    409,
    'No one may create an account here. To invite users, choose “Only whom I invite” by Change Settings.',
  ],
  limit_of_plan: [409, 'With Stripe the plans set the limits: npx mailroom plans limit.'],
  other_address: [
    409,
    'This is not the address of the server. Open the page at PUBLIC_URL, or set PUBLIC_URL to this address.',
  ],
  restore_refused: [409, 'This backup cannot be restored.'],
  restore_busy: [409, 'A backup is being read already. Please try again in a moment.'],
  upload_interrupted: [409, 'The upload was interrupted. Please choose the file again.'],
  disk_full: [409, 'The disk of the server has no space for this backup. Make space, and try again.'],
  backup_not_found: [404, 'This backup does not exist any more. Please reload the page.'],
  backups_not_configured: [409, 'Please enter a folder and a passphrase for backups by Change Settings first.'],

  mailbox_not_found: [404, 'This mailbox does not exist or is not yours.'],
  mailbox_taken: [409, 'This mailbox is already connected to another account.'],
  mailbox_at_other_server: [
    409,
    'A mailbox of this address is already connected through another server, and would be sorted twice. ' +
      'Disconnect it first.',
  ],
  mailbox_unavailable: [409, 'This mailbox cannot be connected.'],
  mailbox_other_account: [
    409,
    'You signed in with another account. Please sign in with the account of this mailbox; nothing was changed.',
  ],
  imap_name_not_found: [409, 'There is no server for incoming email with this name. Please check the name.'],
  imap_address_refused: [
    409,
    'The server for incoming email has a private address, which the operator of this site does not allow.',
  ],
  imap_not_reachable: [
    409,
    'The server for incoming email does not answer. Please check its name and port, or try again later.',
  ],
  imap_certificate_refused: [
    409,
    'The certificate of the server for incoming email is not valid for its name. Please check the name.',
  ],
  imap_sign_in_refused: [
    409,
    'The server for incoming email does not accept this user name and password. ' +
      'Some providers require an app password, or that IMAP is switched on in the settings of the mailbox.',
  ],
  imap_app_password_required: [
    409,
    'The provider requires an app password. ' +
      'Please create one in the settings of your account there, and enter it here.',
  ],
  imap_disabled: [
    409,
    'The provider has IMAP switched off for this mailbox. Please switch it on in the settings there, and try again.',
  ],
  imap_web_sign_in_required: [
    409,
    'The provider has stopped this sign-in. Please sign in on its website, confirm that it was you, and try again.',
  ],
  imap_sign_in_delayed: [
    409,
    'The server for incoming email did not accept the sign-in. ' +
      'Please check user name and password, or try again in a few minutes.',
  ],
  imap_capability_missing: [
    409,
    'The server for incoming email offers no encrypted sign-in by password at this port. ' +
      'Please check port and encryption.',
  ],
  imap_protocol_error: [
    409,
    'The server for incoming email does not answer as IMAP servers do. Please check port and encryption.',
  ],
  smtp_name_not_found: [409, 'There is no server for outgoing email with this name. Please check the name.'],
  smtp_address_refused: [
    409,
    'The server for outgoing email has a private address, which the operator of this site does not allow.',
  ],
  smtp_not_reachable: [
    409,
    'The server for outgoing email does not answer. Please check its name and port, or try again later.',
  ],
  smtp_certificate_refused: [
    409,
    'The certificate of the server for outgoing email is not valid for its name. Please check the name.',
  ],
  smtp_sign_in_refused: [
    409,
    'The server for outgoing email does not accept this user name and password. ' +
      'Some providers require an app password.',
  ],
  smtp_sign_in_delayed: [
    409,
    'The server for outgoing email did not accept the sign-in. ' +
      'Please check user name and password, or try again in a few minutes.',
  ],
  smtp_capability_missing: [
    409,
    'The server for outgoing email offers no encrypted sign-in by password at this port. ' +
      'Please check port and encryption.',
  ],
  smtp_protocol_error: [
    409,
    'The server for outgoing email does not answer as SMTP servers do. Please check port and encryption.',
  ],
  mailbox_without_password: [409, 'This mailbox has no password. Please sign in at Microsoft to connect it again.'],
  mailbox_reauth_required: [409, 'Please reconnect the mailbox: it no longer accepts the sign-in.'],
  mailbox_disconnected: [409, 'The mailbox was disconnected.'],
  folder_name_required: [400, 'Please enter a name for the folder.'],
  folder_name_too_long: [400, 'A folder name has at most 255 characters.'],
  folder_name_invalid: [400, 'A folder name cannot contain control characters.'],
  folder_name_refused: [
    409,
    'The mailbox does not accept a folder of this name there. Please choose another name, without / and similar ' +
      'characters, or another place.',
  ],
  folder_exists: [409, 'A folder with this name already exists.'],
  folder_not_found: [404, 'This folder does not exist or is not yours.'],
  folder_not_in_outlook: [
    409,
    'This folder exists only in our system and not in your mailbox, so no email can be moved there. ' +
      'Please choose another folder.',
  ],
  folder_gone: [409, 'This folder no longer exists in the mailbox. Please sync your folders and choose another one.'],
  condition_not_found: [404, 'This condition does not exist any more. Please reload the page.'],
  backfill_open: [409, 'Existing emails of this mailbox are being sorted already.'],
  backfill_not_open: [409, 'This has ended already, or was changed in another window. Please reload the page.'],
  backfill_not_found: [404, 'This run over existing emails does not exist or is not yours.'],
  undo_open: [409, 'An undo is already running in this mailbox. Please wait until it has ended.'],
  undo_not_open: [409, 'This undo has ended already. Please reload the page.'],
  nothing_to_undo: [409, 'None of these emails is where it was sorted to, so there is nothing to undo.'],
  follow_up_not_found: [404, 'This email does not wait for an answer any more. Please reload the page.'],
  sender_not_found: [404, 'None of these senders is among those of this mailbox. Please reload the page.'],
  press_not_found: [404, 'This is too long ago to be undone here. Please move the emails in your mail program.'],
  folder_not_sorted_into: [
    409,
    'Emails are not sorted into this folder now. Switch on Active and Include in AI to see what would change.',
  ],
  learned_not_found: [404, 'This was forgotten already. Please reload the page.'],
  too_many_conditions: [409, 'A mailbox has at most 500 conditions. Please remove one first.'],
  folder_actions_changed: [409, 'The actions of this folder have changed in the meantime. Please check them again.'],
  folder_action_not_found: [404, 'This action is not added to this folder, or the folder is not yours.'],
  no_prompt_to_analyze: [400, 'No prompt to analyze. Please enter some instructions first.'],
  no_prompt_to_enhance: [400, 'No prompt to enhance. Please enter some instructions first.'],
  action_coming_soon: [409, 'This action is coming soon and cannot be set up yet.'],
  action_config_invalid: [400, 'These settings do not fit the action. Please check them and save again.'],
  action_config_changed: [
    409,
    'This action was changed in another window, so yours is not saved. Check what is saved now, then save again.',
  ],
  action_run_not_found: [404, 'This action is not in your history.'],
  action_run_not_failed: [409, 'Only an action that failed can be tried again.'],
  no_mail_to_test: [409, 'No email has been sorted into this folder yet, so there is nothing to test the action with.'],
  action_not_testable: [503, 'The service that this action needs does not respond right now. Please try again later.'],
  service_not_connected: [
    409,
    'The service that this action needs is not connected. Connect it on the Connections page first.',
  ],
  email_not_configured: [
    503,
    'This server cannot send email, so the address cannot be confirmed. The operator must set SMTP_URL.',
  ],
  digest_not_available: [503, 'This server cannot send email. The operator must set SMTP_URL.'],
  real_time_off: [409, 'Please enable real-time processing first: while it is off, nothing is sorted automatically.'],
  log_not_found: [404, 'This email is not in your history.'],
  mail_in_progress: [409, 'This email is being sorted or moved right now. Please try again in a moment.'],
  mails_in_progress: [409, 'Some of these emails are being moved right now. Please try again in a moment.'],
  mail_moved_meanwhile: [409, 'This email was moved or deleted elsewhere in the meantime, so it was left alone.'],
  mail_gone: [409, 'This email is no longer in your mailbox.'],
  subscription_not_found: [404, 'These notifications do not exist or are not yours.'],
  outlook_unreachable: [502, 'The mailbox does not respond right now. Please try again in a moment.'],
  outlook_busy: [503, 'The mailbox is busy. Please try again in a moment.'],
  outlook_refused: [502, 'The mailbox refused the request. Please try again, or reconnect the mailbox.'],
  outlook_not_configured: [
    503,
    'Outlook is not configured on this server; mailboxes elsewhere can be connected. ' +
      'The operator adds it with npm run setup.',
  ],
  forward_address_own: [
    409,
    'This is one of your own connected mailboxes. Please choose another address to forward to.',
  ],
  forward_address_withdrawn: [
    409,
    'The recipient has stopped the forwarding. Please choose another address, or ask the recipient to ' +
      'open the link in the email again.',
  ],
  service_not_configured: [
    503,
    'This service is not configured on this server. The operator adds it with npm run setup, or by its settings.',
  ],
  billing_not_configured: [
    503,
    'Billing is not set up on this server. The operator must set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  ],
  billing_unavailable: [502, 'The payment provider does not respond right now. Nothing was changed. Please try again.'],
  billing_outcome_unknown: [
    502,
    'The payment provider did not respond, so it is not known yet whether this was done. It is ' +
      'checked again and again. Please reload the page in a minute before you try again.',
  ],
  checkout_failed: [502, 'Failed to create checkout session'],
  plan_not_found: [404, 'This plan is not offered. Please select a plan to continue.'],
  addon_not_found: [404, 'This add-on is not offered. Please reload the page.'],
  no_addons_selected: [400, 'Please select at least one add-on to continue.'],
  addons_need_paid_plan: [409, 'Add-ons need a paid plan. Please subscribe to a plan first.'],
  no_changes: [409, 'No changes'],
  addon_payment_declined: [402, 'Your card was declined, and nothing was changed. Please use another card.'],
  addon_change_pending: [
    409,
    'An earlier change is still waiting for its payment. Please pay it first, or let it expire.',
  ],
  no_billing_customer: [409, 'There is nothing to manage yet. Please subscribe to a plan first.'],
  sign_in_expired: [400, 'This sign-in was already used or has expired. Please start again.'],
  consent_incomplete: [
    403,
    'Microsoft did not grant everything that is needed. Please connect again and accept all permissions.',
  ],
  consent_denied: [403, 'You denied access to your account'],
  admin_approval_required: [
    403,
    'Your organization requires an administrator to approve this app. Please ask your administrator.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors

/** Body of every error response, except of the two protocols with their own formats. */
export const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), requestId: z.string().optional() }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
