import { type FormEvent, useState } from 'react'
import { hasCode, saidBy } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, digitsOf } from './code-field.tsx'

interface MailedCodeFormProps {
  label: string
  hint: string
  button: string
  busyButton: string
  /** Where the code is the second way, the screen's heading keeps the focus. */
  takesFocus?: boolean
  /** What the code is for; throws what the service says. */
  use: (code: string) => Promise<void>
}

/** Takes the six digits of an e-mail, where opening its link is not possible or not wanted. */
export function MailedCodeForm({ label, hint, button, busyButton, takesFocus = false, use }: MailedCodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    if (digitsOf(code).length !== 6) return setProblem('The code has 6 digits.')
    try {
      await use(digitsOf(code))
    } catch (error) {
      setProblem(
        hasCode(error, 'otp_expired')
          ? 'This code is wrong or no longer valid. Use the newest email, or send a new one.'
          : saidBy(error, 'That did not work. Please try again.'),
      )
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 space-y-5">
      <CodeField label={label} value={code} onChange={setCode} error={problem} hint={hint} takesFocus={takesFocus} />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? busyButton : button}
      </Button>
    </form>
  )
}
