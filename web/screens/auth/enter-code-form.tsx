import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hasCode, saidBy } from '../../api/auth-failure.ts'
import { sendSignInCode, signInWithCode } from '../../api/auth.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, digitsOf } from './code-field.tsx'
import { linkLook } from './link-look.ts'
import { ResendButton } from './resend-button.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

interface EnterCodeFormProps {
  email: string
  onOtherAddress: () => void
  onBack: () => void
}

export function EnterCodeForm({ email, onOtherAddress, onBack }: EnterCodeFormProps) {
  const goOn = useAfterSignIn()
  const { state } = useLocation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    if (digitsOf(code).length !== 6) return setProblem('The code has 6 digits.')
    try {
      await signInWithCode(email, digitsOf(code))
      await goOn('Signed in successfully')
    } catch (error) {
      setProblem(
        hasCode(error, 'otp_expired')
          ? 'This code is wrong or no longer valid. Use the newest email, or send a new one.'
          : saidBy(error, 'That did not work. Please try again.'),
      )
    }
  })

  return (
    <>
      <form onSubmit={submit} noValidate className="mt-8 space-y-5">
        <CodeField
          label="6-digit code"
          value={code}
          onChange={setCode}
          error={problem}
          hint="Good for 10 minutes. You can open the link instead."
        />
        <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      <div className="mt-3">
        <ResendButton send={() => sendSignInCode(email, state.from)} />
      </div>
      <p className="mt-5 flex justify-center gap-4 text-sm">
        <button type="button" className={linkLook} onClick={onOtherAddress}>
          Other address
        </button>
        <button type="button" className={linkLook} onClick={onBack}>
          Use my password
        </button>
      </p>
    </>
  )
}
