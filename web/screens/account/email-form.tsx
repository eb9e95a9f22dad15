import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, accountKeys, changeEmail } from '../../api/account.ts'
import { checkPassword } from '../../api/account-proof.ts'
import { saidBy } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CurrentProofField } from './current-proof-field.tsx'
import { codeProblem, currentPasswordProblem, emailProblem } from './form-rules.ts'
import { useFieldProblems } from './use-field-problems.ts'

export function EmailForm({ account }: { account: Account }) {
  const client = useQueryClient()
  const { form, problems, check, forget } = useFieldProblems<'email' | 'password' | 'code'>()
  const [byCode, setByCode] = useState(!account.hasPassword)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')

  const { busy, submit } = useSubmission(async () => {
    try {
      if (!byCode) await checkPassword({ email: account.email, password })
      await changeEmail(email, byCode ? { nonce: code } : { current_password: password })
      toastSuccess('Email update initiated', 'Please check your new email for a confirmation link.')
      for (const clear of [setEmail, setPassword, setCode]) clear('')
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError('Failed to update email', saidBy(error, 'Please check your password and try again.'))
    }
  })

  const start = (event: FormEvent): void => {
    event.preventDefault()
    const proof = byCode ? { code: codeProblem(code) } : { password: currentPasswordProblem(password) }
    if (check({ email: emailProblem(email), ...proof })) submit(undefined)
  }

  return (
    <form ref={form} onSubmit={start} noValidate className="max-w-md space-y-5">
      <TextField
        label="New Email Address"
        type="email"
        name="new-email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={problems.email}
        onChange={(event) => {
          setEmail(event.target.value.trim())
          forget('email')
        }}
      />
      <CurrentProofField
        account={account}
        byCode={byCode}
        onByCode={setByCode}
        password={{
          value: password,
          error: problems.password,
          onChange: (text) => {
            setPassword(text)
            forget('password')
          },
        }}
        code={{
          value: code,
          error: problems.code,
          onChange: (text) => {
            setCode(text)
            forget('code')
          },
        }}
      />
      <Button type="submit" tone="primary" size="large" busy={busy} className="max-sm:w-full">
        {busy ? 'Updating...' : 'Update Email Address'}
      </Button>
    </form>
  )
}
