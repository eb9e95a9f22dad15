import type { FormEvent } from 'react'
import { authErrorMessage } from '../../api/auth-failure.ts'
import { sendSignInCode } from '../../api/auth.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from './email-field.tsx'

interface CodeRequestFormProps {
  email: string
  onEmailChange: (email: string) => void
  onSent: () => void
  onBack: () => void
}

export function CodeRequestForm({ email, onEmailChange, onSent, onBack }: CodeRequestFormProps) {
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
