import { text } from '../../texts/translate.ts'

interface ActivityText {
  text: string
  /** The user should check whether they did this. */
  isAlarming: boolean
}

const texts: Record<string, string> = {
  signed_up: text('Account created'),
  signed_in: text('Signed in'),
  sign_in_failed: text('Sign-in failed: wrong password or code'),
  second_step_passed: text('Second step completed'),
  second_step_failed: text('Second step failed: wrong code'),
  signed_out: text('Signed out'),
  session_ended: text('A device was signed out'),
  refresh_token_reused: text('A copied sign-in was used; that device was signed out'),
  password_changed: text('Password changed'),
  email_change_requested: text('Change of email address requested'),
  email_changed: text('Email address changed'),
  recovery_requested: text('Link to reset the password requested'),
  factor_added: text('Second step added'),
  factor_removed: text('Second step removed'),
  recovery_codes_made: text('New recovery codes created'),
  recovery_code_used: text('Recovery code used'),
  identity_linked: text('Sign-in method linked'),
  identity_unlinked: text('Sign-in method unlinked'),
  data_exported: text('Data exported'),
  mailbox_connected: text('Mailbox connected'),
  mailbox_password_changed: text('Password of a mailbox changed'),
  mailbox_disconnected: text('Mailbox disconnected'),
  service_connected: text('Service connected'),
  service_disconnected: text('Service disconnected'),
  action_set_up: text('Automated action set up'),
  action_switched_on: text('Automated action switched on'),
  forward_address_asked: text('Link sent to a forwarding address'),
  forward_address_confirmed: text('A forwarding address was confirmed'),
  forward_address_removed: text('A forwarding address was removed'),
  forward_address_withdrawn: text('The recipient has stopped the forwarding to their address'),
  settings_changed: text('Settings of the server changed'),
  changed_by_operator: text('Changed by the operator of this server'),
  account_managed: text('Account managed as operator'),
  server_managed: text('Server managed as operator'),
}

const alarming = /^(?:sign_in_failed|second_step_failed|refresh_token_reused)$/

/** Falls back to the action's own name: a newer server may record actions that this page does not know. */
export function activityText(action: string): ActivityText {
  const words = action.replaceAll(/[_-]+/g, ' ').trim()
  const known = Object.hasOwn(texts, action) ? texts[action] : undefined
  return { text: known ?? words.charAt(0).toUpperCase() + words.slice(1), isAlarming: alarming.test(action) }
}
