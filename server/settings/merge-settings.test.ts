import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { mergeSettings } from './merge-settings.ts'
import type { StoredSettings } from '../shared/operator-settings.ts'

const merge = (env: Record<string, string>, values: StoredSettings) =>
  mergeSettings(readConfig({ SANDBOX: 'false', ...env }), { values, unreadable: [] })
const smtp = (password: string) => `smtps://user:${password}@smtp.example.com:465`

test('a setting of the environment wins, and stored ones complete it', () => {
  const given = { SMTP_URL: smtp('given') }
  const { config, problems } = merge(given, { SMTP_URL: smtp('stored'), MAIL_FROM: 'a@b.example', SIGN_UP: 'open' })
  expect(problems).toEqual([])
  expect(config.smtp).toMatchObject({ url: smtp('given'), from: 'a@b.example' })
  expect(config.auth.signUp).toBe('open')
  // What a backup contains as settings of the environment.
  expect(config.given).toEqual({ SANDBOX: 'false', ...given })
})

test('where both together are invalid, the environment applies alone, and the line says why', () => {
  const { config, problems } = merge({}, { AI_MODEL: 'small', SIGN_UP: 'open' })
  expect(problems).toEqual(['AI_BASE_URL: must be set together with AI_MODEL'])
  expect(config).toMatchObject({ model: null, auth: { signUp: 'first' } })
})

test('a value that no key opens is named and left out', () => {
  const environment = readConfig({ SANDBOX: 'false' })
  const { config, problems } = mergeSettings(environment, { values: { SIGN_UP: 'open' }, unreadable: ['SMTP_URL'] })
  expect(problems).toEqual(['SMTP_URL: ENCRYPTION_KEYS cannot open the stored value; enter it again'])
  expect(config.auth.signUp).toBe('open')
})

test('the sandbox uses none of the stored settings', () => {
  const environment = readConfig({})
  const stored = { values: { SMTP_URL: smtp('stored') }, unreadable: [] }
  expect(mergeSettings(environment, stored)).toEqual({ config: environment, problems: [] })
})
