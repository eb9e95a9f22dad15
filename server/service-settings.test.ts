import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { problemsOf, production } from '../test/kit/config-problems.ts'

describe('payments', () => {
  const set = (key: string, secret = 'whsec_of_the_endpoint') => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: secret,
  })

  test('requires key and webhook secret together', () => {
    expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
      'STRIPE_WEBHOOK_SECRET: must be set together with STRIPE_SECRET_KEY',
    ])
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET: 'whsec_12345678' })).toHaveLength(1)
  })
  test.each([
    ['STRIPE_SECRET_KEY', set('pk_test_1')],
    ['STRIPE_SECRET_KEY', set('sk_test_1 sk_test_2')],
    ['STRIPE_WEBHOOK_SECRET', set('sk_test_1', 'secret')],
    ['STRIPE_WEBHOOK_SECRET', set('sk_test_1', 'whsec_12345678,')],
    ['STRIPE_WEBHOOK_SECRET', set('sk_test_1', 'whsec_1234 5678')],
    ['STRIPE_SECRET_KEY', set('sk_live_1')],
    ['STRIPE_SECRET_KEY', { ...production, ...set('sk_test_mailroom_sandbox') }],
    ['STRIPE_SETUP', { ...production, ...set('rk_live_1'), STRIPE_SETUP: 'automatic' }],
  ])('%s is refused where it is wrong', (name, env) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name}: must be `))
  })
  test('uses the sandbox for its own key only and trims keys', () => {
    expect(readConfig(set(' sk_test_1\n', ' whsec_12345678 , whsec_87654321\n')).stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_12345678', 'whsec_87654321'],
      apiUrl: 'https://api.stripe.com',
      mode: 'test',
      setUp: 'command',
    })
    expect(readConfig(set('sk_test_mailroom_sandbox')).stripe).toMatchObject({ mode: 'sandbox' })
    expect(readConfig({ ...production, ...set('rk_live_1') }).stripe).toMatchObject({ mode: 'live' })
    expect(readConfig({ ...production, ...set('sk_test_1') }).stripe).toMatchObject({ mode: 'test' })
    expect(readConfig(production).stripe).toBeNull()
  })
})

describe('a language model', () => {
  const set = (AI_BASE_URL: string) => ({ AI_BASE_URL, AI_MODEL: 'a-model' })

  test.each([
    'https://api.openai.com/v1',
    'http://localhost:11434/v1',
    'http://127.0.0.1:8000/v1',
    'http://[::1]:8000/v1',
    'http://127.1:8000/v1',
  ])('is taken at %s', (url) => {
    expect(readConfig(set(url)).model).toEqual({ baseUrl: url, apiKey: null, model: 'a-model' })
  })

  test.each(['http://10.0.0.7/v1', 'http://192.168.1.5:11434/v1', 'http://[fd00::7]/v1', 'http://ollama:11434/v1'])(
    'is taken at %s only with AI_PRIVATE_NETWORK',
    (url) => {
      expect(problemsOf(set(url))).toEqual([expect.stringContaining('AI_PRIVATE_NETWORK=true')])
      expect(problemsOf({ ...set(url), AI_PRIVATE_NETWORK: 'true' })).toEqual([])
    },
  )

  test.each(['http://api.openai.com/v1', 'http://8.8.8.8/v1', 'http://10.0.0.7.example.com/v1', 'http://[2001::1]/v1'])(
    'is never taken without TLS at %s',
    (url) => {
      expect(problemsOf({ ...set(url), AI_PRIVATE_NETWORK: 'true' })).toHaveLength(1)
    },
  )

  test.each([
    'http://127.0.0.1.example.com/v1',
    'http://localhost.example.com/v1',
    'ftp://localhost/v1',
    'https://me:secret@api.example.com/v1',
    'https://:secret@api.example.com/v1',
    'https://api.example.com/v1?key=1',
    'api.example.com',
  ])('is refused at %s', (url) => {
    expect(problemsOf(set(url))).toEqual([expect.stringMatching(/^AI_BASE_URL: must be/)])
  })
})

describe('connectable services', () => {
  const set = (service: string, id: string) => ({
    [`${service}_CLIENT_ID`]: id,
    [`${service}_CLIENT_SECRET`]: 'mailroom-sandbox-secret',
  })

  test.each(['DROPBOX', 'TEAMLEADER'])('%s requires client id and secret together', (service) => {
    expect(problemsOf({ [`${service}_CLIENT_ID`]: 'id' })).toEqual([
      `${service}_CLIENT_SECRET: must be set together with ${service}_CLIENT_ID`,
    ])
  })
  test('configures OneDrive and TeamLeader only by settings, at the sandbox only with its OAuth client', () => {
    const sandbox = readConfig({
      ...set('ONEDRIVE', 'mailroom-sandbox'),
      ...set('TEAMLEADER', 'mailroom-sandbox'),
      MICROSOFT_TENANT: 'organizations',
    })
    expect(sandbox.onedrive).toMatchObject({
      tenant: 'organizations',
      entraUrl: 'http://127.0.0.1:3001/login.microsoftonline.com',
      graphUrl: 'http://127.0.0.1:3001/graph.microsoft.com',
    })
    expect(sandbox.teamleader).toMatchObject({
      focusUrl: 'http://127.0.0.1:3001/focus.teamleader.eu',
      apiUrl: 'http://127.0.0.1:3001/api.focus.teamleader.eu',
    })
    const id = '11111111-2222-4333-8444-555555555555'
    const real = readConfig({ ...set('ONEDRIVE', id), ...set('TEAMLEADER', 'own'), ...set('DROPBOX', 'own') })
    expect(real.onedrive).toMatchObject({ clientId: id, graphUrl: 'https://graph.microsoft.com' })
    expect(real.teamleader).toMatchObject({ apiUrl: 'https://api.focus.teamleader.eu' })
    expect(real.dropbox).toMatchObject({ contentUrl: 'https://content.dropboxapi.com' })
  })
  test('configures no service by default in production', () => {
    expect(readConfig(production)).toMatchObject({ dropbox: null, google: null, onedrive: null, teamleader: null })
  })
})
