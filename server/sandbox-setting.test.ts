import { expect, test } from 'vitest'
import { readConfig, type Config } from './config.ts'
import { problemsOf, production } from '../test/kit/config-problems.ts'

/** Each service: `real`, `sandbox`, or `-` where it is not configured. */
function statesOf(config: Config): string {
  const { microsoft, google, dropbox, onedrive, teamleader, stripe, smtp } = config
  const urls = [microsoft?.graphUrl, google?.oauthUrl, dropbox?.apiUrl, onedrive?.graphUrl, teamleader?.apiUrl]
  const isLocal = (url: string): boolean => new URL(url).hostname === '127.0.0.1'
  return [...urls, stripe?.apiUrl, smtp?.url]
    .map((url) => (url === undefined ? '-' : isLocal(url) ? 'sandbox' : 'real'))
    .join(' ')
}
const appId = '11111111-2222-4333-8444-555555555555'
const client = (service: string, id = appId) => ({ [`${service}_CLIENT_ID`]: id, [`${service}_CLIENT_SECRET`]: 'x' })
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }
const smtp = { SMTP_URL: 'smtps://mail.example.com' }
const model = { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'a-model' }
const all = 'sandbox sandbox sandbox - - sandbox sandbox'

test.each<[string, Record<string, string>, string]>([
  ['no setting', {}, all],
  ['a language model', model, all],
  ['a database', { DATABASE_URL: 'postgresql://127.0.0.1/x' }, all],
  ['a client of the sandbox', client('DROPBOX', 'mailroom-sandbox'), all],
  ['no sandbox', { SANDBOX: 'false' }, '- - - - - - -'],
  ['Outlook', { MICROSOFT_CLIENT_ID: appId }, 'real - - - - - -'],
  ['Google', client('GOOGLE'), '- real - - - - -'],
  ['Dropbox', client('DROPBOX'), '- - real - - - -'],
  ['OneDrive', client('ONEDRIVE'), '- - - real - - -'],
  ['TeamLeader', client('TEAMLEADER'), '- - - - real - -'],
  ['Stripe', stripe, '- - - - - real -'],
  ['a mail server', smtp, '- - - - - - real'],
  ['a mixture that is asked for', { ...smtp, SANDBOX: 'true' }, 'sandbox sandbox sandbox - - sandbox real'],
  ['a sandbox that runs', { ...stripe, SANDBOX_URL: 'http://127.0.0.1:9' }, 'sandbox sandbox sandbox - - real sandbox'],
  ['production', production, '- - - - - - -'],
  ['production with payments', { ...production, ...stripe }, '- - - - - real -'],
])('%s: real or sandbox', (_name, env, states) => {
  const config = readConfig(env)
  expect(statesOf(config)).toBe(states)
  // The page, the mail servers of the demo and the process follow the same decision.
  const hasSandbox = states.includes('sandbox')
  expect(config.sandboxUrl !== null).toBe(hasSandbox)
  expect(config.sandboxPort !== null).toBe(hasSandbox && !('SANDBOX_URL' in env))
  expect(Object.keys(config.imap.servers).length > 0).toBe(hasSandbox)
  expect(config.auth.signUp).toBe(hasSandbox ? 'open' : 'first')
})

test('refuses settings of the sandbox that contradict each other', () => {
  expect(problemsOf({ SANDBOX: 'false', SANDBOX_URL: 'http://127.0.0.1:9' })).toEqual([
    expect.stringMatching(/^SANDBOX: must not be false/),
  ])
  expect(problemsOf({ ...production, SANDBOX: 'true' })).toEqual(['SANDBOX: there is no sandbox in production'])
  expect(problemsOf({ SANDBOX: 'false', PORT: '65535' })).toEqual([])
  expect(problemsOf({ SANDBOX: 'false', AUTH_CONFIRM_EMAIL: 'true' })).toEqual([
    expect.stringMatching(/^SMTP_URL: must be set/),
  ])
})
