import { t } from '../../texts/translate.ts'

const names: Partial<Record<string, string>> = { azure: 'Microsoft', google: 'Google' }

export const providerName = (provider: string): string =>
  provider === 'email' ? t('Password') : (names[provider] ?? provider)
