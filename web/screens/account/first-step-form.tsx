import { type FormEvent, useEffect, useRef, useState } from 'react'
import { mailProofCode, type Proof, proveByCode, proveByPassword } from '../../api/account-proof.ts'
import { saidBy } from '../../api/auth-failure.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { EmailCodeField } from './email-code-field.tsx'
import { codeProblem, currentPasswordProblem } from './form-rules.ts'
import { InsteadOfPassword } from './instead-of-password.tsx'
import { useFieldProblems } from './use-field-problems.ts'

interface FirstStepFormProps {
  email: string
  hasPassword: boolean
  onCancel: () => void
  onPassed: (proof: Proof) => Promise<void>
}

export function FirstStepForm({ email, hasPassword, onCancel, onPassed }: FirstStepFormProps) {
  const { form, problems, check, forget } = useFieldProblems<'proof'>()
  const [byCode, setByCode] = useState(!hasPassword)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Not the way around it, which stands before it.
  useEffect(() => field.current?.focus(), [])

  const { busy, submit } = useSubmission(async () => {
    try {
      await onPassed(byCode ? await proveByCode(email, text) : await proveByPassword({ email, password: text }))
    } catch (error) {
      check({ proof: saidBy(error, 'Please try again later.') })
    }
  })
  const start = (event: FormEvent): void => {
    event.preventDefault()
    if (check({ proof: byCode ? codeProblem(text) : currentPasswordProblem(text) })) submit(undefined)
  }
  const change = (next: string): void => {
    setText(next)
    forget('proof')
  }

  const otherWay = hasPassword && (
    <InsteadOfPassword
      byCode={byCode}
      onChange={(next) => {
        setByCode(next)
        change('')
      }}
    />
  )

  return (
    <form ref={form} onSubmit={start} noValidate className="mt-5">
      {byCode ? (
        <EmailCodeField
          email={email}
          send={() => mailProofCode(email)}
          aside={otherWay}
          value={text}
          error={problems.proof}
          onChange={change}
        />
      ) : (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label="Your Password"
            name="current-password"
            autoComplete="current-password"
            ref={field}
            aside={otherWay}
            value={text}
            error={problems.proof}
            onChange={(event) => change(event.target.value)}
          />
        </>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </div>
    </form>
  )
}
