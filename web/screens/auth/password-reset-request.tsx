import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { authErrorMessage } from '../../api/auth-failure.ts'
import { signInWithRecoveryCode, sendPasswordResetLink } from '../../api/auth.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { EmailField } from './email-field.tsx'
import { EmailHint } from './email-hint.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { useTypedEmail } from './use-typed-email.ts'

interface PasswordResetRequestProps {
  /** Shown above the form, e.g. that the last link has expired. */
  error: string | null
  onSent: () => void
  /** Called when the emailed code has started a session. */
  onCode: () => void
}

/** Requests the password reset email. The confirmation does not reveal whether the account exists. */
export function PasswordResetRequest({ error, onSent, onCode }: PasswordResetRequestProps) {
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
      description={t('Enter the address you signed up with, and we send you a link to choose a new password.')}
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
      description={rich('If there is an account for {email}, we have sent it a link to choose a new password.', {
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
