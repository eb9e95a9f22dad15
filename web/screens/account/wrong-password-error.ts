import { hasCode } from '../../api/auth-failure.ts'
import { t } from '../../texts/translate.ts'

/** Shown at the field for the current password; null for other failures. */
export const wrongPasswordError = (error: unknown): string | null =>
  hasCode(error, 'invalid_credentials') ? t('This is not your current password.') : null
