export type ImapField = 'password' | 'user' | 'imapHost' | 'imapPort' | 'smtpHost' | 'smtpPort'

/** The field beside which the failure of a step is shown; null: it belongs to none. */
export function fieldOfFailure(code: string): ImapField | null {
  const [, server, step = ''] = /^(imap|smtp)_(\w+)$/.exec(code) ?? []
  if (server === undefined) return null
  if (/sign_in|password|disabled/.test(step)) return 'password'
  const isImap = server === 'imap'
  if (step === 'capability_missing' || step === 'protocol_error') return isImap ? 'imapPort' : 'smtpPort'
  return isImap ? 'imapHost' : 'smtpHost'
}
