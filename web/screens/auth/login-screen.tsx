import { type FormEvent, useEffect, useState } from 'react'
import { authErrorMessage, hasCode } from '../../api/auth-failure.ts'
import { sendSignInCode, signIn } from '../../api/auth.ts'
import { useProduct } from '../../api/product.tsx'
import { consumeUrlError } from '../../api/session-from-url.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { AuthFrame, textLinkClasses } from './auth-frame.tsx'
import { EmailField, useTypedEmail } from './email-field.tsx'
import { CheckYourEmail, EnterCodeForm } from './later-views.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

type View = 'password' | 'ask-for-code' | 'enter-code' | 'confirm-address'

/** Sign-in by password, by an emailed code or with a provider. The typed address is kept between the views. */
export function LoginScreen() {
  const { name, sendsEmail, signUp } = useProduct()
  useEffect(() => {
    if (signUp === 'first') void navigate({ to: '/auth/signup', replace: true })
  }, [signUp])
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
        description={t('You get a code and a link by email. Either signs you in, without your password.')}
      >
        <CodeRequestForm {...address} onSent={() => setView('enter-code')} onBack={toPassword} />
      </AuthFrame>
    )
  }
  if (view === 'enter-code') {
    return (
      <AuthFrame
        title={t('Check your email')}
        description={rich('If there is an account for {email}, a 6-digit code and a link were sent to it.', {
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
          {urlError.isExpiredLink && sendsEmail && (
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
      <OtherSignInMethods onCode={sendsEmail ? toCode : undefined} />
    </AuthFrame>
  )
}

/** Error of an email link or a provider's redirect, from the URL. */
function consumeError(): { text: string; isExpiredLink: boolean } | null {
  const error = consumeUrlError()
  if (!error) return null
  return { text: safeText(t(error.text)) || t('Please try again.'), isExpiredLink: error.code === 'otp_expired' }
}

interface LoginFormProps {
  email: string
  onEmailChange: (email: string) => void
  /** The password is correct, but the email address is not confirmed. */
  onUnconfirmed: () => void
}

function LoginForm({ email, onEmailChange, onUnconfirmed }: LoginFormProps) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()
  const [password, setPassword] = useState('')

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    try {
      await signIn({ email: email.trim(), password })
      await completeSignIn(t('Signed in successfully'))
    } catch (error) {
      toastError(t('Login failed'), authErrorMessage(error, t('Please check your credentials and try again.')))
      if (hasCode(error, 'email_not_confirmed')) onUnconfirmed()
    }
  })

  return (
    <form onSubmit={submit} className="mt-8 space-y-5">
      <EmailField value={email} onChange={onEmailChange} />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        aside={
          <Link to="/auth/reset-password" state={{ typed: email }} className={`text-sm ${textLinkClasses}`}>
            {t('Forgot password?')}
          </Link>
        }
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Signing in...') : t('Sign In')}
      </Button>
      <p className="text-center text-sm text-muted">
        {rich('Don’t have an account? <link>Sign up</link>', {
          link: (content) => (
            <Link to="/auth/signup" state={{ ...state, typed: email }} className={textLinkClasses}>
              {content}
            </Link>
          ),
        })}
      </p>
    </form>
  )
}

interface CodeRequestFormProps {
  email: string
  onEmailChange: (email: string) => void
  onSent: () => void
  onBack: () => void
}

function CodeRequestForm({ email, onEmailChange, onSent, onBack }: CodeRequestFormProps) {
  const { state } = useLocation()
  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    try {
      await sendSignInCode(email.trim(), state.from)
      onSent()
    } catch (error) {
      toastError(t('Email not sent'), authErrorMessage(error, t('Please try again later.')))
    }
  })
  return (
    <form onSubmit={submit} className="mt-8 space-y-5">
      <EmailField value={email} onChange={onEmailChange} />
      <div className="space-y-3">
        <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
          {busy ? t('Sending...') : t('Email me a code')}
        </Button>
        <Button tone="quiet" size="large" className="w-full" onClick={onBack}>
          {t('Use my password')}
        </Button>
      </div>
    </form>
  )
}
