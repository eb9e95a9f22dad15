import type { FormEvent, ReactNode } from 'react'
import { useFormFields } from '../../forms/use-form-fields.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isNameTaken } from './unique-name.ts'
import { factorNameMaxLength } from '../../../contract/limits.ts'
import { t } from '../../texts/translate.ts'

interface FactorNameFormProps {
  hint: string
  suggestion: string
  /** Existing factors: names are unique. */
  taken: readonly { name: string }[]
  busy: boolean
  busyLabel: string
  submitLabel: string
  /** Error message above the buttons. */
  error?: ReactNode
  onCancel: () => void
  onSubmit: (name: string) => void
}

/** Asks for the name of a new second factor. */
export function FactorNameForm({ suggestion, taken, busy, ...props }: FactorNameFormProps) {
  const { formRef, values, field, showErrors } = useFormFields({ name: suggestion })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const name = values.name.trim()
    if (showErrors({ name: nameError(name, taken) })) props.onSubmit(name)
  }
  return (
    <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="mt-5">
      <TextField
        label={t('Name')}
        name="factor-name"
        autoComplete="off"
        maxLength={factorNameMaxLength}
        hint={props.hint}
        onFocus={(event) => event.target.select()}
        {...field('name')}
      />
      {props.error}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? props.busyLabel : props.submitLabel}
        </Button>
      </div>
    </form>
  )
}

function nameError(name: string, taken: readonly { name: string }[]): string | null {
  if (name === '') return t('Please enter a name')
  return isNameTaken(name, taken) ? t('You use this name already. Please choose another one.') : null
}
