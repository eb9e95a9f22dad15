import { text } from '../../texts/translate.ts'

interface ActivityText {
  text: string
  /** The user should check whether they did this. */
  isAlarming?: true
}

const texts: Record<string, ActivityText> = {
  signed_up: { text: text('Account created') },
  signed_in: { text: text('Signed in') },
  sign_in_failed: { text: text('Sign-in failed: wrong password or code'), isAlarming: true },
  second_step_passed: { text: text('Second step completed') },
  second_step_failed: { text: text('Second step failed: wrong code'), isAlarming: true },
  signed_out: { text: text('Signed out') },
  session_ended: { text: text('A device was signed out') },
  refresh_token_reused: { text: text('A copied sign-in was used; that device was signed out'), isAlarming: true },
  password_changed: { text: text('Password changed') },
  email_change_requested: { text: text('Change of email address requested') },
  email_changed: { text: text('Email address changed') },
  recovery_requested: { text: text('Link to reset the password requested') },
  factor_added: { text: text('Second step added') },
  factor_removed: { text: text('Second step removed') },
  recovery_codes_made: { text: text('New recovery codes created') },
  recovery_code_used: { text: text('Recovery code used') },
  identity_linked: { text: text('Sign-in method linked') },
  identity_unlinked: { text: text('Sign-in method unlinked') },
  data_exported: { text: text('Data exported') },
  mailbox_connected: { text: text('Mailbox connected') },
  mailbox_password_changed: { text: text('Password of a mailbox changed') },
  mailbox_disconnected: { text: text('Mailbox disconnected') },
  service_connected: { text: text('Service connected') },
  service_disconnected: { text: text('Service disconnected') },
  action_set_up: { text: text('Automated action set up') },
  action_switched_on: { text: text('Automated action switched on') },
  forward_address_asked: { text: text('Link sent to a forwarding address') },
  forward_address_confirmed: { text: text('A forwarding address was confirmed') },
  forward_address_removed: { text: text('A forwarding address was removed') },
  forward_address_withdrawn: { text: text('The recipient has stopped the forwarding to their address') },
  changed_by_operator: { text: text('Changed by the operator of this server') },
}

/** Falls back to the action's own name: a newer server may record actions that this page does not know. */
export function activityText(action: string): ActivityText {
  if (Object.hasOwn(texts, action)) return texts[action] ?? { text: action }
  const text = action.replaceAll(/[_-]+/g, ' ').trim()
  return { text: text.charAt(0).toUpperCase() + text.slice(1) }
}
