import { useEffect } from 'react'
import {
  isRedirectReturn,
  consumeSignInOrigin,
  consumeUrlMessage,
  consumeUrlError,
  type UrlMessage,
} from '../api/session-from-url.ts'
import { resolveSession, type SessionState } from '../api/session.ts'
import { safeText } from '../lib/safe-text.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'
import { t, text } from '../texts/translate.ts'

/** Success messages by the purpose of the email link. */
const successTexts: Record<string, string> = {
  signup: text('Your email address is confirmed'),
  email_change: text('Your email address has been changed'),
}

/** Shows the result of an email link or a provider's redirect. The sign-in screens show errors themselves. */
export function useRedirectNotice(): void {
  useEffect(() => {
    if (!isRedirectReturn() || location.pathname === '/auth/reset-password') return
    // The account screen reports a linked provider itself.
    const linking = new URLSearchParams(location.search).has('linked')
    resolveSession().then(
      (session) => showNotices(session, linking),
      () => undefined,
    )
  }, [])
}

function showNotices(session: SessionState, linking: boolean): void {
  const signedIn = session.status === 'signed-in'
  // Without a session the login screen shows the error permanently.
  const error = signedIn ? consumeUrlError() : null
  if (error) toastError(t('That did not work'), errorText(error))
  const message = consumeUrlMessage()
  if (message) toastSuccess(safeText(t(message)))
  const origin = consumeSignInOrigin()
  if (origin !== null && signedIn && !session.needsSecondStep && !linking)
    toastSuccess(t(successTexts[origin] ?? text('Signed in successfully')))
}

function errorText({ code, text: english }: UrlMessage): string {
  const message = safeText(t(english)) || t('Please try again.')
  if (code !== 'otp_expired') return message
  return t('{message} You are signed in already. To confirm a new address, resend the links under Account.', {
    message: message.replace(/\.?$/, '.'),
  })
}
