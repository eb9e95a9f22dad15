interface ActivityText {
  text: string
  /** The user should check whether they did this. */
  isAlarming?: true
}

const texts: Record<string, ActivityText> = {
  signed_up: { text: 'Account created' },
  signed_in: { text: 'Signed in' },
  sign_in_failed: { text: 'Sign-in refused: wrong password or code', isAlarming: true },
  second_step_passed: { text: 'Second step passed' },
  second_step_failed: { text: 'Second step refused: wrong code', isAlarming: true },
  signed_out: { text: 'Signed out' },
  session_ended: { text: 'A device was signed out' },
  refresh_token_reused: { text: 'A copied sign-in was used; that device was signed out', isAlarming: true },
  password_changed: { text: 'Password changed' },
  email_change_requested: { text: 'Change of email address requested' },
  email_changed: { text: 'Email address changed' },
  recovery_requested: { text: 'Link to reset the password requested' },
  factor_added: { text: 'Second step added' },
  factor_removed: { text: 'Second step removed' },
  recovery_codes_made: { text: 'New recovery codes made' },
  recovery_code_used: { text: 'Recovery code used' },
  identity_linked: { text: 'Sign-in method linked' },
  identity_unlinked: { text: 'Sign-in method unlinked' },
  data_exported: { text: 'Data exported' },
  mailbox_connected: { text: 'Mailbox connected' },
  mailbox_disconnected: { text: 'Mailbox disconnected' },
  service_connected: { text: 'Service connected' },
  service_disconnected: { text: 'Service disconnected' },
  action_set_up: { text: 'Automated action set up' },
  forward_address_asked: { text: 'Link sent to an address to forward mail to' },
  forward_address_confirmed: { text: 'An address to forward mail to was confirmed' },
  forward_address_removed: { text: 'An address to forward mail to was removed' },
  forward_address_withdrawn: { text: 'Whoever reads an address that mail was forwarded to has ended it' },
  changed_by_operator: { text: 'Changed by the people who run this service' },
}

/** Falls back to the action's own name: a newer server may record actions that this page does not know. */
export function activityText(action: string): ActivityText {
  if (Object.hasOwn(texts, action)) return texts[action] ?? { text: action }
  const words = action.replaceAll(/[_-]+/g, ' ').trim()
  return { text: words.charAt(0).toUpperCase() + words.slice(1) }
}
