import type { ComponentProps } from 'react'
import { passwordMinLength } from '../../contract/limits.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { t } from '../texts/translate.ts'
import { PasswordField } from './password-field.tsx'

const Strength = onDemand(async () => (await import('./password-strength-meter.tsx')).PasswordStrengthMeter, {
  failed: 'quiet',
})

type NewPasswordFieldProps = ComponentProps<typeof PasswordField> & { value: string }

/** Field for a new password, with its strength below it. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <div>
    <PasswordField autoComplete="new-password" hint={newPasswordHint()} {...props} />
    {/* Reserves its space, so that nothing moves with the first character. */}
    <div className="mt-2 min-h-4.5">{props.value !== '' && <Strength password={props.value} />}</div>
  </div>
)

const newPasswordHint = (): string =>
  t('{min} characters or more. Long is better than complicated.', { min: passwordMinLength })
