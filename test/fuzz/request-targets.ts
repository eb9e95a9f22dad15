import assert from 'node:assert/strict'
import { Stripe } from 'stripe'
import { generateKeyPair } from 'jose'
import { InvalidToken, readAccessToken } from '../../server/auth/sessions/access-token.ts'
import { allowedRedirect } from '../../server/auth/flows/redirect-to.ts'
import { openRemovalToken } from '../../server/actions/forward-addresses/removal-link.ts'
import { readConfig } from '../../server/config.ts'
import { openConfirmationToken, openEndToken } from '../../server/digest/digest-links.ts'
import { headerMaxBytes } from '../../server/listen.ts'
import { parseChangeNotifications } from '../../server/mail/outlook/change-notifications/parse-change-notifications.ts'
import { negotiateMediaType } from '../../server/tables/request/media-type.ts'
import { parseQuery } from '../../server/tables/parse/parse-query.ts'
import { parsePreferences } from '../../server/tables/request/preferences.ts'
import { RestError } from '../../server/tables/parse/rest-error.ts'
import { createSealer, keyIdOf } from '../../server/sealed.ts'
import { verifyStripeEvent } from '../../server/vendors/stripe/stripe-events.ts'
import { testDate } from '../kit/test-clock.ts'
import type { FuzzTarget } from './fuzz-target.ts'

const tableQuery: FuzzTarget = {
  name: 'table query',
  maxLength: headerMaxBytes,
  tokens: [
    'select=',
    'id',
    ',',
    '*',
    'mailboxes',
    '(',
    ')',
    '!inner',
    '!',
    '...',
    ':',
    '::text',
    '->',
    '->>',
    '&',
    'or=',
    'and=',
    'not.',
    'eq.',
    'in.',
    'cs.',
    'fts(english).',
    'like(any).',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    '.',
    'order=',
    'desc',
    'nullslast',
    'limit=1',
    'offset=',
    '-1',
    '%00',
    '%',
    '+',
    'columns=',
    'on_conflict=',
    'null',
    'a',
  ],
  run(input) {
    for (const parse of [
      () => parseQuery(new URLSearchParams(input)),
      () => negotiateMediaType(input),
      () => parsePreferences(input),
    ]) {
      try {
        parse()
      } catch (error) {
        if (!(error instanceof RestError)) throw error
      }
    }
  },
}

const { publicKey } = await generateKeyPair('ES256')
const verification = { keyOf: async () => publicKey, issuer: 'https://mail.example/auth/v1', now: testDate }
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const sealingKey = Buffer.alloc(32, 1)
const sealer = createSealer([sealingKey])

/** Access tokens, and the tokens of links in emails. */
const token: FuzzTarget = {
  name: 'token',
  tokens: [
    '.',
    encoded({ alg: 'ES256', kid: 'a' }),
    encoded({ alg: 'none' }),
    encoded({ alg: 'HS256', kid: 'a', jku: 'https://a' }),
    encoded({ alg: 'ES256', kid: 'a', crit: ['exp'], b64: false }),
    encoded({ sub: 'a', exp: 1e12, aud: 'authenticated' }),
    'e30',
    'e30.',
    'A',
    '=',
    '-',
    '_',
    '+',
    '/',
    ' ',
    '\0',
    'é',
    encoded({ exp: 'never' }),
    'AAAA'.repeat(21) + 'AA',
    'v1.',
    `v2.${keyIdOf(sealingKey)}.`,
    sealer.seal('another purpose', '{}').split('.').slice(2).join('.'),
  ],
  async run(input) {
    // Nothing here is signed with our key.
    await assert.rejects(readAccessToken(input, verification), InvalidToken)
    for (const open of [openEndToken, openConfirmationToken, openRemovalToken]) assert.equal(open(sealer, input), null)
  },
}

const printable = /^[\x21-\x7e]+$/

const webhook: FuzzTarget = {
  name: 'webhook body',
  tokens: [
    '{"value":[',
    ']}',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"subscriptionId":"a"',
    '"clientState":"b"',
    '"changeType":"created"',
    '"resourceData":{"id":"c"}',
    '"lifecycleEvent":"missed"',
    'null',
    '1e999',
    '"',
    '\\u0000',
    '\\',
    't=1,',
    'v1=ab',
    '\0',
    '"__proto__":',
    ' ',
    '-',
  ],
  run(input) {
    const body = Buffer.from(input, 'latin1')
    for (const item of parseChangeNotifications(body)?.items ?? []) {
      assert.match(item.subscriptionId, printable)
      if (item.kind === 'message') assert.match(item.messageId, printable)
    }
    const header = input.slice(0, 4096)
    const at = { secrets: ['whsec_a', 'whsec_b'], now: new Date(1000) }
    assert.equal(verifyStripeEvent(Stripe.webhooks, body, header, at), null)
  },
}

const config = readConfig({ PUBLIC_URL: 'https://mail.example' })

const redirect: FuzzTarget = {
  name: 'redirect',
  tokens: [
    'https://',
    'mail.example',
    'evil.example',
    '/',
    '\\',
    '//',
    '@',
    ':',
    '443',
    '#',
    '?',
    '%2f',
    '%00',
    '\t',
    '\n',
    ' ',
    'javascript:',
    'data:',
    '.',
    '。',
    'xn--',
    '[::1]',
    '2130706433',
    '/account',
    '/dashboard',
    '..',
    '&',
    '=',
    'ⓔ',
  ],
  run(input) {
    assert.equal(new URL(allowedRedirect({ config }, input)).origin, 'https://mail.example')
  },
}

export const requestTargets: FuzzTarget[] = [tableQuery, token, webhook, redirect]
