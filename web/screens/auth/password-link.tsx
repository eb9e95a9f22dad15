import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { saidBy } from '../../api/auth-failure.ts'
import { recoverWithCode, sendPasswordLink } from '../../api/auth.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { EmailField } from './email-field.tsx'
import { MailHint } from './mail-hint.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { useTypedAddress } from './use-typed-address.ts'

/** The answer is the same whether there is such an account or not. */
export function PasswordLink({ problem, onSent }: { problem: string | null; onSent: () => void }) {
  const [email, setEmail] = useTypedAddress()
  const [sentTo, setSentTo] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    try {
      await sendPasswordLink(email.trim())
      setSentTo(email.trim())
      onSent()
    } catch (error) {
      toastError('Email not sent', saidBy(error, 'Please try again later.'))
    }
  })

  if (sentTo !== null) {
    return (
      <AuthFrame
        title="Check your email"
        description={
          <>
            If there is an account for <strong className="font-medium text-ink">{sentTo}</strong>, we have sent it a
            link to choose a new password.
          </>
        }
      >
        <MailHint icon={<MailCheck aria-hidden="true" />}>
          The link works once, for an hour. If nothing comes, look into your spam folder, and check the address above.
        </MailHint>
        <MailedCodeForm
          label="Or type the 6-digit code"
          hint="Good for 10 minutes."
          button="Continue"
          busyButton="Checking..."
          use={(code) => recoverWithCode(sentTo, code)}
        />
        <div className="mt-3 space-y-3">
          <ResendButton send={() => sendPasswordLink(sentTo)} />
          <BackToSignIn email={sentTo} />
        </div>
      </AuthFrame>
    )
  }

  return (
    <AuthFrame
      title="Forgot password?"
      description="Enter the address you signed up with, and we send you a link to choose a new password."
    >
      {problem !== null && (
        <div className="mt-6">
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        </div>
      )}
      <form onSubmit={submit} className="mt-8 space-y-5">
        <EmailField value={email} onChange={setEmail} />
        <div className="space-y-3">
          <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
            {busy ? 'Sending...' : 'Send link'}
          </Button>
          <BackToSignIn email={email} />
        </div>
      </form>
    </AuthFrame>
  )
}

function BackToSignIn({ email }: { email: string }) {
  return (
    <Link
      to="/auth/$type"
      params={{ type: 'login' }}
      state={{ typed: email }}
      className={`w-full ${buttonLook('quiet', 'large')}`}
    >
      Back to sign in
    </Link>
  )
}
