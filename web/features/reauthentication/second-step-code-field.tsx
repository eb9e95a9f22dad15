import type { FieldState } from '../../forms/use-form-fields.ts'
import { t } from '../../texts/translate.ts'
import { TextField } from '../../ui/text-field.tsx'

interface SecondStepCodeFieldProps extends FieldState {
  isRecoveryCode: boolean
}

export function SecondStepCodeField({ isRecoveryCode, ...field }: SecondStepCodeFieldProps) {
  return (
    <TextField
      label={isRecoveryCode ? t('Recovery Code') : t('Code from Your Authenticator App')}
      name="code"
      autoComplete="one-time-code"
      inputMode={isRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={isRecoveryCode ? 40 : 8}
      className="font-mono tracking-wider"
      hint={isRecoveryCode ? t('One of the recovery codes that you saved. Each works once.') : undefined}
      {...field}
    />
  )
}
