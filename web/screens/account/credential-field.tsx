import { type Account, sendChangeCode } from '../../api/account.ts'
import { EmailCodeField } from '../../features/reauthentication/email-code-field.tsx'
import { PasswordOrCodeToggle } from '../../features/reauthentication/password-or-code-toggle.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import type { FieldState } from '../../forms/use-form-fields.ts'
import { t } from '../../texts/translate.ts'

interface CredentialFieldProps extends FieldState {
  account: Account
  byCode: boolean
  onByCode: (byCode: boolean) => void
}

/** Authorizes a change of the account: the current password, or a code sent by email. */
export function CredentialField({ account, byCode, onByCode, ...field }: CredentialFieldProps) {
  const toggle = account.hasPassword && <PasswordOrCodeToggle byCode={byCode} onChange={onByCode} />
  return byCode ? (
    <EmailCodeField email={account.email} send={sendChangeCode} aside={toggle} {...field} />
  ) : (
    <PasswordField
      label={t('Current Password')}
      name="current-password"
      autoComplete="current-password"
      aside={toggle}
      {...field}
    />
  )
}
