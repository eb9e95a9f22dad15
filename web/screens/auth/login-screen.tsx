import { useState } from 'react'
import { useProduct } from '../../api/product.tsx'
import { consumeUrlError } from '../../api/session-from-url.ts'
import { safeText } from '../../lib/safe-text.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { CodeRequestForm } from './code-request-form.tsx'
import { CheckYourEmail, EnterCodeForm } from './later-views.ts'
import { LoginForm } from './login-form.tsx'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { useTypedEmail } from './use-typed-email.ts'

type View = 'password' | 'ask-for-code' | 'enter-code' | 'confirm-address'

/** Sign-in by password, by an emailed code or with a provider. The typed address is kept between the views. */
export function LoginScreen() {
  const { name } = useProduct()
  const [view, setView] = useState<View>('password')
  const [email, setEmail] = useTypedEmail()
  const [urlError, setUrlError] = useState(consumeError)
  const address = { email, onEmailChange: setEmail }
  const toPassword = () => setView('password')
  const toCode = () => {
    setUrlError(null)
    setView('ask-for-code')
  }

  if (view === 'ask-for-code') {
    return (
      <AuthFrame
        title={t('Sign in with a code')}
        description={t('We email you a code and a link. Either signs you in, without your password.')}
      >
        <CodeRequestForm {...address} onSent={() => setView('enter-code')} onBack={toPassword} />
      </AuthFrame>
    )
  }
  if (view === 'enter-code') {
    return (
      <AuthFrame
        title={t('Check your email')}
        description={rich('If there is an account for {email}, we have sent it a 6-digit code and a link.', {
          email: <strong className="font-medium text-ink">{email.trim()}</strong>,
        })}
      >
        <EnterCodeForm email={email.trim()} onOtherAddress={() => setView('ask-for-code')} onBack={toPassword} />
      </AuthFrame>
    )
  }
  if (view === 'confirm-address') return <CheckYourEmail email={email.trim()} onBack={toPassword} />
  return (
    <AuthFrame
      title={t('Welcome to {name}', { name })}
      description={t('Sign in to manage your intelligent email sorting.')}
    >
      {urlError !== null && (
        <ErrorNotice className="mt-6">
          <strong className="font-semibold">{t('Login failed')}</strong>
          <br />
          {urlError.text}
          {urlError.isExpiredLink && (
            <p className="mt-2">
              {rich(
                'Each link works once and for a limited time. <button>Email me a new one</button>, or sign in ' +
                  'below.',
                {
                  button: (content) => (
                    <button type="button" className={inlineLinkClasses} onClick={toCode}>
                      {content}
                    </button>
                  ),
                },
              )}
            </p>
          )}
        </ErrorNotice>
      )}
      <LoginForm {...address} onUnconfirmed={() => setView('confirm-address')} />
      <OtherSignInMethods onCode={toCode} />
    </AuthFrame>
  )
}

/** Error of an email link or a provider's redirect, from the URL. */
function consumeError(): { text: string; isExpiredLink: boolean } | null {
  const error = consumeUrlError()
  if (!error) return null
  return { text: safeText(t(error.text)) || t('Please try again.'), isExpiredLink: error.code === 'otp_expired' }
}
