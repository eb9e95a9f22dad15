import { type FormEvent, useId, useState } from 'react'
import { confirmWithCode, type Factor } from '../../api/second-step.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputClasses } from '../../ui/text-field.tsx'
import { CodeField, digitsOf } from './code-field.tsx'
import { secondStepErrorMessage } from '../../forms/second-step-messages.ts'
import { t } from '../../texts/translate.ts'

interface CodeStepProps {
  /** With several apps the user selects the one that the code is from. */
  factors: Factor[]
  label: string
  hint: string
  kind: 'digits' | 'letters'
  onDone: () => Promise<void>
}

export function CodeStep({ factors, label, hint, kind, onDone }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [factorId, setFactorId] = useState(factors[0]?.id)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    const factor = factors.find(({ id }) => id === factorId)
    const entered = kind === 'digits' ? digitsOf(code) : code.trim()
    if (kind === 'digits' && entered.length !== 6) return setError(t('The code has 6 digits.'))
    if (entered === '') return setError(t('Please enter one of your recovery codes.'))
    if (!factor) return setError(t('Please sign out and sign in again.'))
    try {
      await confirmWithCode(factor, entered)
      await onDone()
    } catch (failure) {
      setError(secondStepErrorMessage(failure, kind))
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 space-y-5">
      {factors.length > 1 && <AppChoice apps={factors} value={factorId} onChange={setFactorId} />}
      <CodeField label={label} value={code} onChange={setCode} error={error} hint={hint} kind={kind} />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Checking...') : t('Confirm')}
      </Button>
    </form>
  )
}

function AppChoice({
  apps,
  value,
  onChange,
}: {
  apps: Factor[]
  value: string | undefined
  onChange: (id: string) => void
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('Authenticator app')}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputClasses, 'h-11')}
      >
        {apps.map((app, index) => (
          <option key={app.id} value={app.id}>
            {app.name || t('App {number}', { number: index + 1 })}
          </option>
        ))}
      </select>
    </div>
  )
}
