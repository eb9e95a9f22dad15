import { passwordMinLength } from '../../contract/limits.ts'
import { t } from '../texts/translate.ts'

export const newPasswordHint = (): string =>
  t('At least {min} characters; 15 or more is better', { min: passwordMinLength })
