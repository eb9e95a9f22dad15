import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, accountKeys, changePassword } from '../../api/account.ts'
import { checkPassword } from '../../api/account-proof.ts'
import { saidBy } from '../../api/auth-failure.ts'
import { newPasswordHint } from '../../forms/new-password-hint.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { CurrentProofField } from './current-proof-field.tsx'
import { codeProblem, confirmationProblem, currentPasswordProblem, newPasswordProblem } from './form-rules.ts'
import { useFieldProblems } from './use-field-problems.ts'

/** Also sets the first password of those who came by a provider; a code by e-mail stands in for the one they do not have. */
export function PasswordForm({ account }: { account: Account }) {
  const client = useQueryClient()
  const { form, problems, check, forget } = useFieldProblems<'current' | 'code' | 'next' | 'confirmation'>()
  const [byCode, setByCode] = useState(!account.hasPassword)
  const [current, setCurrent] = useState('')
  const [code, setCode] = useState('')
  const [next, setNext] = useState('')
  const [confirmation, setConfirmation] = useState('')

  const { busy, submit } = useSubmission(async () => {
    try {
      if (!byCode) await checkPassword({ email: account.email, password: current })
      await changePassword(next, byCode ? { nonce: code } : { current_password: current })
      toastSuccess('Password updated successfully', 'Your password has been changed.')
      for (const clear of [setCurrent, setCode, setNext, setConfirmation]) clear('')
      setByCode(false)
      await client.invalidateQueries({ queryKey: accountKeys.all })
    } catch (error) {
      toastError(
        'Failed to update password',
        saidBy(error, byCode ? 'Please try again later.' : 'Please check your current password and try again.'),
      )
    }
  })

  const start = (event: FormEvent): void => {
    event.preventDefault()
    const proof = byCode ? { code: codeProblem(code) } : { current: currentPasswordProblem(current) }
    const rest = { next: newPasswordProblem(next), confirmation: confirmationProblem(next, confirmation) }
    if (check({ ...proof, ...rest })) submit(undefined)
  }

  return (
    <form ref={form} onSubmit={start} noValidate className="max-w-md space-y-5">
      {/* Password managers want to know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={account.email} />
      <CurrentProofField
        account={account}
        byCode={byCode}
        onByCode={setByCode}
        password={{
          value: current,
          error: problems.current,
          onChange: (text) => {
            setCurrent(text)
            forget('current')
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
      <PasswordField
        label="New Password"
        name="new-password"
        autoComplete="new-password"
        hint={newPasswordHint}
        value={next}
        error={problems.next}
        onChange={(event) => {
          setNext(event.target.value)
          forget('next')
        }}
      />
      <PasswordField
        label="Confirm New Password"
        name="confirm-password"
        autoComplete="new-password"
        value={confirmation}
        error={problems.confirmation}
        onChange={(event) => {
          setConfirmation(event.target.value)
          forget('confirmation')
        }}
      />
      <Button type="submit" tone="primary" size="large" busy={busy} className="max-sm:w-full">
        {busy ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}
