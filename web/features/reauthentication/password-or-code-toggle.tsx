import { t } from '../../texts/translate.ts'

interface PasswordOrCodeToggleProps {
  /** Whether the form currently asks for a code. */
  byCode: boolean
  onChange: (byCode: boolean) => void
}

/** Switches between the password and a code by email, for users who do not know their password. */
export function PasswordOrCodeToggle({ byCode, onChange }: PasswordOrCodeToggleProps) {
  return (
    <button
      type="button"
      onClick={() => onChange(!byCode)}
      className="rounded-sm text-sm font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      {byCode ? t('Use your password') : t('Use a code by email')}
    </button>
  )
}
