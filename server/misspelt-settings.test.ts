import { expect, test } from 'vitest'
import { settingNames } from './setting-fields.ts'
import { misspeltSettings } from './misspelt-settings.ts'

const misspelt = (name: string): string[] => misspeltSettings([name], settingNames)

test.each([
  ['STRIPE_WEBHOOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
  ['MICROSOFT_CLIENTID', 'MICROSOFT_CLIENT_ID'],
  ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS'],
  ['SMTP_URLS', 'SMTP_URL'],
  ['SIGNUP', 'SIGN_UP'],
  ['smtp_url', 'SMTP_URL'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['MICROSOFT_SECRET', 'MICROSOFT_CLIENT_SECRET'],
  ['STRIPE_KEY', 'STRIPE_SECRET_KEY'],
])('%s is named, with %s', (name, meant) => {
  expect(misspelt(name)).toEqual([`${name}: no such setting; ${meant} is one`])
})

test.each([...settingNames, 'PATH', 'HOSTS', 'HOSTNAME', 'OTEL_METRICS_EXPORTER', 'POSTGRES_PASSWORD', 'DOMAIN'])(
  '%s is no misspelt setting',
  (name) => {
    expect(misspelt(name)).toEqual([])
  },
)
