import { expect, test } from 'vitest'
import { EntraError } from '../vendors/oauth/entra-error.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import { StripeError } from '../vendors/stripe/stripe-error.ts'
import { AccountDownError, PausedError, quotaFullCode, VendorError } from '../vendors/http/vendor-error.ts'
import { failureScope, isErrorOf } from './failure-scope.ts'

test.for([
  ['an expired secret', new EntraError(401, 'invalid_client', [7000222], null), 'provider'],
  ['a client that is not allowed', new EntraError(400, 'unauthorized_client', [], null), 'provider'],
  ['an app that one tenant does not know', new EntraError(400, 'unauthorized_client', [700016], null), 'tenant'],
  ['an app that one tenant has disabled', new EntraError(401, 'invalid_client', [7000112], null), 'tenant'],
  ['Entra down', new EntraError(503, 'temporarily_unavailable', [90033], null), 'suspected'],
  ['Entra that names a time', new EntraError(503, 'temporarily_unavailable', [90033], 5000), 'suspected'],
  ['a refresh loop', new EntraError(400, 'invalid_grant', [50196], null), 'account'],
  ['an ended grant', new EntraError(400, 'invalid_grant', [50173], null), 'request'],
  ['a block by an administrator', new EntraError(400, 'invalid_grant', [53003], null), 'request'],
  ['Graph down', new VendorError('graph', 503, 'ServiceUnavailable'), 'suspected'],
  ['Graph that names a time', new VendorError('graph', 503, 'ServiceUnavailable', 5000), 'suspected'],
  [
    'OneDrive of a tenant that does not know the app',
    new ServiceError('onedrive', 'refused', {
      status: 400,
      code: 'unauthorized_client',
      cause: new EntraError(400, 'unauthorized_client', [700016], null),
    }),
    'tenant',
  ],
  ['no response', new VendorError('graph', 0, 'timeout'), 'suspected'],
  ['a throttled mailbox', new VendorError('graph', 429, 'TooManyRequests'), 'account'],
  ['a mailbox that is moved', new AccountDownError('graph', 503, 'ErrorMailboxMoveInProgress'), 'account'],
  ['a full mailbox', new VendorError('graph', 507, quotaFullCode), 'request'],
  ['a missing message', new VendorError('graph', 404, 'ErrorItemNotFound'), 'request'],
  ['a call that was not made', new PausedError('graph', 1000), 'request'],
  [
    'a refused client of Dropbox',
    new ServiceError('dropbox', 'later', { status: 401, code: 'invalid_client' }),
    'provider',
  ],
  ['a rate limit of Google Drive', new ServiceError('google_drive', 'later', { status: 403, code: 'x' }), 'account'],
  ['a conflict', new ServiceError('dropbox', 'conflict', { status: 409, code: 'x' }), 'request'],
  ['a revoked key of Stripe', new StripeError(401, 'api_key_expired'), 'provider'],
  ['a declined card', new StripeError(402, 'card_declined'), 'request'],
  ['a refused login of the mail server', new VendorError('smtp', 503, 'login_refused'), 'provider'],
  ['a delayed recipient', new VendorError('smtp', 503, 'recipient_delayed'), 'request'],
  ['a request that the model refuses', new VendorError('model', 403, 'refused'), 'suspected'],
  ['a refused key of the model', new VendorError('model', 401, 'refused'), 'provider'],
  ['a long wait that the model requests', new VendorError('model', 429, 'refused', 120_000), 'provider'],
  ['a short wait that the model requests', new VendorError('model', 429, 'refused', 2000), 'suspected'],
  ['an invalid answer of the model', new VendorError('model', 200, 'invalid_answer'), 'request'],
  ['a defect of ours', new TypeError('x'), 'request'],
] as const)('%s', ([, error, scope]) => {
  expect(failureScope(error)).toBe(scope)
})

test('an error belongs to the breakers of its vendor, also to that of one of its servers', () => {
  const breakers = ['imap/mail.example.org:993', 'imap', 'imap_tokens', 'smtp', 'imapx/mail.example.org:993']
  const error = new VendorError('imap', 0, 'not_reachable')
  expect(breakers.filter((breaker) => isErrorOf(error, breaker))).toEqual([
    'imap/mail.example.org:993',
    'imap',
    'imap_tokens',
  ])
})
