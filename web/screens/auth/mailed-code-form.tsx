import { type FormEvent, useState } from 'react'
import { hasCode, authErrorMessage } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, digitsOf } from './code-field.tsx'

interface MailedCodeFormProps {
  label: string
  hint: string
  button: string
  busyButton: string
  /** Set if the code is the main purpose of the screen; else the heading keeps the focus. */
  takesFocus?: boolean
  /** Redeems the code. */
  onCode: (code: string) => Promise<void>
}

/** Asks for the six-digit code of an email, as an alternative to its link. */
export function MailedCodeForm({ label, hint, button, busyButton, takesFocus = false, onCode }: MailedCodeFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    if (digitsOf(code).length !== 6) return setError(t('The code has 6 digits.'))
    try {
      await onCode(digitsOf(code))
    } catch (failure) {
      setError(
        hasCode(failure, 'otp_expired')
          ? t('This code is wrong or no longer valid. Use the newest email, or send a new one.')
          : authErrorMessage(failure, t('That did not work. Please try again.')),
      )
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 space-y-5">
      <CodeField label={label} value={code} onChange={setCode} error={error} hint={hint} takesFocus={takesFocus} />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? busyButton : button}
      </Button>
    </form>
  )
}
