import { type Account, mailChangeCode } from '../../api/account.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { EmailCodeField } from './email-code-field.tsx'
import { InsteadOfPassword } from './instead-of-password.tsx'

interface Entry {
  value: string
  error: string | null | undefined
  onChange: (value: string) => void
}

interface CurrentProofFieldProps {
  account: Account
  byCode: boolean
  onByCode: (byCode: boolean) => void
  password: Entry
  code: Entry
}

/** Shows that it is them: the present password, or a code by e-mail in its place. */
export function CurrentProofField({ account, byCode, onByCode, password, code }: CurrentProofFieldProps) {
  const otherWay = account.hasPassword && <InsteadOfPassword byCode={byCode} onChange={onByCode} />
  return byCode ? (
    <EmailCodeField email={account.email} send={mailChangeCode} aside={otherWay} {...code} />
  ) : (
    <PasswordField
      label="Current Password"
      name="current-password"
      autoComplete="current-password"
      aside={otherWay}
      value={password.value}
      error={password.error}
      onChange={(event) => password.onChange(event.target.value)}
    />
  )
}
