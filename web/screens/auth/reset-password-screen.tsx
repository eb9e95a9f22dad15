import { MailCheck } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { authErrorMessage, hasCode } from '../../api/auth-failure.ts'
import { sendPasswordResetLink, setNewPassword, signInWithRecoveryCode } from '../../api/auth.ts'
import { useProduct } from '../../api/product.tsx'
import { consumeUrlError } from '../../api/session-from-url.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { confirmationError, newPasswordError } from '../../forms/field-validation.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { navigate } from '../../routing/router.ts'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { EmailField, useTypedEmail } from './email-field.tsx'
import { EmailHint } from './email-hint.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { ResendButton } from './resend-button.tsx'

const expiredText = text(
  'This link has expired or was already used. Each link works once and for one hour. Request a new one below.',
)

/** Requests the password reset email; after its link was opened, asks for the new password. */
export function ResetPasswordScreen() {
  const { sendsEmail } = useProduct()
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
  if (!sendsEmail) return <AskOperator />
  return <PasswordResetRequest error={error} onSent={() => setError(null)} onCode={() => setIsExpired(false)} />
}

function consumeErrorText(): string | null {
  const urlError = consumeUrlError()
  if (!urlError) return null
  return urlError.code === 'otp_expired' ? t(expiredText) : safeText(t(urlError.text)) || t(expiredText)
}

const resetCommand = (email: string): string => `npx mailroom users reset ${email || 'EMAIL'}`

/** Where no link can be emailed. */
function AskOperator() {
  const { name } = useProduct()
  const [email] = useTypedEmail()
  return (
    <AuthFrame
      title={t('Forgot password?')}
      description={t('This server cannot send email. Ask the operator of {name} for a link to choose a new password.', {
        name,
      })}
    >
      <p className="mt-8 text-sm text-muted">
        {rich('{command} prints it. It works once and for one hour.', {
          command: <code className="wrap-anywhere text-ink">{resetCommand(email)}</code>,
        })}
      </p>
      <div className="mt-6">
        <BackToSignIn email={email} />
      </div>
    </AuthFrame>
  )
}

interface PasswordResetRequestProps {
  /** Shown above the form, e.g. that the last link has expired. */
  error: string | null
  onSent: () => void
  /** Called when the emailed code has started a session. */
  onCode: () => void
}

/** Requests the password reset email. The confirmation does not reveal whether the account exists. */
function PasswordResetRequest({ error, onSent, onCode }: PasswordResetRequestProps) {
  const [email, setEmail] = useTypedEmail()
  const [sentTo, setSentTo] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    try {
      await sendPasswordResetLink(email.trim())
      setSentTo(email.trim())
      onSent()
    } catch (failure) {
      toastError(t('Email not sent'), authErrorMessage(failure, t('Please try again later.')))
    }
  })

  if (sentTo !== null) return <PasswordResetSent email={sentTo} onCode={onCode} />
  return (
    <AuthFrame
      title={t('Forgot password?')}
      description={t('Enter the address you signed up with to get a link to choose a new password.')}
    >
      <ErrorNotice className="mt-6">{error}</ErrorNotice>
      <form onSubmit={submit} className="mt-8 space-y-5">
        <EmailField value={email} onChange={setEmail} />
        <div className="space-y-3">
          <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
            {busy ? t('Sending...') : t('Send Link')}
          </Button>
          <BackToSignIn email={email} />
        </div>
      </form>
    </AuthFrame>
  )
}

function PasswordResetSent({ email, onCode }: { email: string; onCode: () => void }) {
  return (
    <AuthFrame
      title={t('Check your email')}
      description={rich('If there is an account for {email}, a link to choose a new password was sent to it.', {
        email: <strong className="font-medium text-ink">{email}</strong>,
      })}
    >
      <EmailHint icon={<MailCheck aria-hidden="true" />}>
        {t(
          'The link works once and for one hour. If it does not arrive, check your spam folder and the ' +
            'address above.',
        )}
      </EmailHint>
      <MailedCodeForm
        label={t('Or type the 6-digit code')}
        hint={t('Valid for 10 minutes.')}
        button={t('Continue')}
        busyButton={t('Checking...')}
        onCode={async (code) => {
          await signInWithRecoveryCode(email, code)
          onCode()
        }}
      />
      <div className="mt-3 space-y-3">
        <ResendButton send={() => sendPasswordResetLink(email)} />
        <BackToSignIn email={email} />
      </div>
    </AuthFrame>
  )
}

function BackToSignIn({ email }: { email: string }) {
  return (
    <Link to="/auth/login" state={{ typed: email }} className={`w-full ${buttonClasses('quiet', 'large')}`}>
      {t('Back to sign in')}
    </Link>
  )
}

interface NewPasswordScreenProps {
  email: string
  /** Called if the session is too old to set a password. */
  onExpired: () => void
}

interface FieldErrors {
  password?: string | null
  confirmation?: string | null
}

/** Needs a session from an email link. */
function NewPasswordScreen({ email, onExpired }: NewPasswordScreenProps) {
  return (
    <AuthFrame
      title={t('Choose a new password')}
      description={rich('For {email}. You stay signed in here; everywhere else you are signed out.', {
        email: <strong className="font-medium text-ink">{email}</strong>,
      })}
    >
      <NewPasswordForm email={email} onExpired={onExpired} />
    </AuthFrame>
  )
}

function NewPasswordForm({ email, onExpired }: NewPasswordScreenProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const { busy, submit } = useSubmission(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const invalid = { password: newPasswordError(password), confirmation: confirmationError(password, confirmation) }
    setErrors(invalid)
    const firstInvalid = invalid.password ? 'password' : invalid.confirmation ? 'confirm-password' : null
    if (firstInvalid) return form.querySelector<HTMLInputElement>(`[name=${firstInvalid}]`)?.focus()
    try {
      await setNewPassword(password)
      toastSuccess(t('Password updated successfully'), t('Your password has been changed.'))
      await navigate({ to: '/dashboard', replace: true })
    } catch (error) {
      if (hasCode(error, 'reauthentication_needed', 'session_not_found')) return onExpired()
      const message = authErrorMessage(error, t('Please try again later.'))
      if (hasCode(error, 'weak_password', 'same_password')) setErrors({ password: message })
      toastError(t('Failed to update password'), message)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 space-y-5">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label={t('New Password')}
        name="password"
        required
        error={errors.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t('Confirm New Password')}
        name="confirm-password"
        autoComplete="new-password"
        required
        error={errors.confirmation}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Updating...') : t('Update Password')}
      </Button>
    </form>
  )
}
