import { useState, useSyncExternalStore } from 'react'
import { consumeUrlError } from '../../api/session-from-url.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, text } from '../../texts/translate.ts'
import { NewPasswordScreen } from './new-password-screen.tsx'
import { PasswordResetRequest } from './password-reset-request.tsx'

const expiredText = text(
  'This link has expired or was already used. Each link works once and for one hour. Request a new one below.',
)

/** Requests the password reset email; after its link was opened, asks for the new password. */
export function ResetPasswordScreen() {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  const [error, setError] = useState(consumeErrorText)
  // The session is too old to set a password, until the code of another email replaces it.
  const [isExpired, setIsExpired] = useState(false)
  const choosesNewPassword = session.status === 'signed-in' && session.choosesNewPassword && !session.needsSecondStep
  if (choosesNewPassword && error === null && !isExpired) {
    const onExpired = () => {
      setIsExpired(true)
      setError(t(expiredText))
    }
    return <NewPasswordScreen email={session.email} onExpired={onExpired} />
  }
  return <PasswordResetRequest error={error} onSent={() => setError(null)} onCode={() => setIsExpired(false)} />
}

function consumeErrorText(): string | null {
  const urlError = consumeUrlError()
  if (!urlError) return null
  return urlError.code === 'otp_expired' ? t(expiredText) : safeText(t(urlError.text)) || t(expiredText)
}
