import { z } from 'zod'
import { ActionType } from './action-types.ts'
import { effectLabelMaxLength, effectUrlMaxLength } from './limits.ts'

/**
 * A run of an action, as `/rest/v1/email_action_runs` returns it: one row per message, folder action and configuration
 * version.
 */

export const RunStatus = z.enum(['waiting', 'running', 'done', 'skipped', 'failed'])
export type RunStatus = z.infer<typeof RunStatus>

/** Reason for the result of a run; `actionRunTexts` has the text and what the user can do. */
export const RunReason = z.enum([
  'done',
  'nothing_to_do',
  'mail_gone',
  'mail_moved',
  'folder_deleted',
  'switched_off',
  'new_sender',
  'automatic_mail',
  'invitation',
  'loop',
  'answers_forward',
  'hourly_limit',
  'address_missing',
  'address_unconfirmed',
  'address_withdrawn',
  'sending_not_allowed',
  'no_outgoing_server',
  'mailbox_needs_sign_in',
  'not_connected',
  'connection_needs_sign_in',
  'permission_missing',
  'quota_full',
  'too_large',
  'not_set_up',
  'plan_missing',
  'plan_refused',
  'config_changed',
  'draft_gone',
  'unclear_outcome',
  'refused',
  'gave_up',
])
export type RunReason = z.infer<typeof RunReason>

export const actionRunTexts = {
  done: 'Done',
  nothing_to_do: 'There was nothing to do for this email.',
  mail_gone: 'The email was deleted before this action ran.',
  mail_moved: 'You moved the email before this action ran, so nothing was done.',
  folder_deleted: 'The folder was deleted in the mailbox before this action ran, so nothing was done.',
  switched_off: 'The folder or the action was switched off before it ran.',
  new_sender:
    'You have filed nothing from this sender yet, and the email has the words of your folder. ' +
    'If it belongs here, run the action.',
  automatic_mail: 'Automatic email and email of mailing lists is neither answered nor forwarded.',
  invitation: 'An invitation is answered in the calendar, so it was neither answered nor forwarded.',
  loop: 'This email was here before, so it was not forwarded again.',
  answers_forward:
    'This email seems to answer one that was forwarded from here, so it was neither forwarded nor answered: that ' +
    'could go round in circles. If it answers none, run the action.',
  hourly_limit:
    'As many emails as allowed within an hour had gone to this recipient, so this one was held back. ' +
    'Please try again in an hour.',
  address_missing: 'No address is saved to forward to. Please configure the action.',
  address_unconfirmed:
    'The address to forward to is not confirmed yet. Open the link in the email that was sent there, then try again.',
  address_withdrawn: 'The recipient has stopped the forwarding, so nothing was sent. Please choose another address.',
  sending_not_allowed:
    'Microsoft has not allowed sending email from this mailbox. Allow it in the action, and this runs again.',
  no_outgoing_server:
    'No server for outgoing email is known for this mailbox. Connect the mailbox again with one, then try again.',
  mailbox_needs_sign_in: 'The mailbox needs you to sign in again. Reconnect it, and this runs again.',
  not_connected: 'The service is not connected. Connect it on the Connections page, and this runs again.',
  connection_needs_sign_in: 'The service no longer accepts the sign-in. Reconnect it, and this runs again.',
  permission_missing:
    'The service did not grant what this needs. Reconnect it and allow everything, and this runs again.',
  too_large: 'The email is larger than the mail server accepts, or than 25 MB, so it was not forwarded.',
  quota_full: 'There is no space left in the service. Free some space, then try again.',
  not_set_up: 'The action is not set up yet. Please configure it.',
  plan_missing: 'There is no plan for these instructions yet. Open the action and save it again.',
  plan_refused: 'The plan asked for something that this action may not do, so nothing was done.',
  config_changed: 'The action was changed while it ran, so it was stopped. Try again to run it as it is now.',
  draft_gone: 'The draft was changed or deleted before it was sent, so nothing was sent.',
  unclear_outcome: 'It is not known whether this took effect. Please check before you try again.',
  refused: 'The service refused this. Please try again later.',
  gave_up: 'It did not work after several attempts. Please try again later.',
} as const satisfies Record<RunReason, string>

/** A result that the user can open. `url`: the service's own page (https only); null where it has none. */
export const Effect = z.object({
  kind: z.enum(['draft', 'forward', 'file', 'contact', 'deal', 'data']),
  label: z.string().max(effectLabelMaxLength),
  url: z.string().max(effectUrlMaxLength).nullable(),
})
export type Effect = z.infer<typeof Effect>
export const maxRunEffects = 100

export const ActionRun = z.object({
  id: z.uuid(),
  log_id: z.uuid(),
  mailbox_id: z.uuid(),
  /** Null after the action was removed from the folder. */
  folder_action_id: z.uuid().nullable(),
  action_type: ActionType,
  action_order: z.int(),
  status: RunStatus,
  /** While waiting or running null, or `answers_forward` where the user has started it. */
  reason: RunReason.nullable().catch('refused'),
  effects: Effect.array().catch([]),
  note: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type ActionRun = z.infer<typeof ActionRun>
