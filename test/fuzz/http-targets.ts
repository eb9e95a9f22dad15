import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { z } from 'zod'
import { AuthError } from '../../server/auth/protocol/auth-error.ts'
import { optionalText, readBody } from '../../server/auth/protocol/read-body.ts'
import { verifyAssertion, verifyRegistration } from '../../server/auth/factors/passkey.ts'
import { AppError } from '../../server/errors.ts'
import { browserBinding } from '../../server/http/request/browser-binding.ts'
import { bearerToken } from '../../server/http/request/caller.ts'
import { clientAddress, rateLimitNetwork } from '../../server/http/request/client-address.ts'
import { readJson } from '../../server/http/request/request-body.ts'
import { functionBodyMaxBytes } from '../../server/http/routing/mount-routes.ts'
import { headerMaxBytes } from '../../server/listen.ts'
import { passkeyFieldMaxLength } from '../../server/auth/factors/passkey-response.ts'
import { RestError } from '../../server/tables/parse/rest-error.ts'
import { buildSchemaCache } from '../../server/tables/catalogue/schema-cache.ts'
import { parseTableRequest } from '../../server/tables/request/table-request.ts'
import { parsePayload } from '../../server/tables/sql/write-payload.ts'
import { parseTrustedProxies } from '../../server/http/request/trusted-proxies.ts'
import { retryAfterMs } from '../../server/vendors/http/retry-after.ts'
import type { FuzzTarget } from './fuzz-target.ts'

const proxies = parseTrustedProxies('loopback, private') ?? assert.fail()

/** Runs code whose refusals are of these classes. */
async function refusable(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof AppError || error instanceof AuthError || error instanceof RestError)) throw error
  }
}

const { tables } = buildSchemaCache({
  columns: [{ table: 'notes', column: 'id', type: 'uuid', default: null }],
  keys: [],
  foreignKeys: [],
})
const table = tables.get('notes')
assert.ok(table)
const payload = { contentType: 'application/json', columns: null, missingAsDefault: false }
/** Bodies of functions, accounts and tables. */
const requestBody: FuzzTarget = {
  name: 'request body',
  maxLength: functionBodyMaxBytes,
  tokens: [
    '{"id":',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"email":"a@b.example"',
    '"__proto__":{',
    '"constructor":',
    '\\u0000',
    '\\ud800',
    '\0',
    '\ufeff',
    'null',
    'true',
    '1e999',
    '-',
    ' ',
    '\n',
  ],
  async run(input) {
    const body = Buffer.from(input)
    await refusable(async () => {
      const headers = { 'content-type': 'application/json' }
      const request = new Request('http://localhost/', { method: 'POST', body, headers })
      const value = await readJson(request, functionBodyMaxBytes * 4)
      if (typeof value === 'object' && value !== null) assert.ok(!Object.hasOwn(value, '__proto__'))
    })
    await refusable(() => readBody(body, { email: optionalText, data: z.record(z.string(), z.json()).nullish() }))
    await refusable(() => parsePayload(table, { ...payload, body }))
  },
}

const binding = browserBinding({ name: 'mailroom-oauth', path: '/' })

/** Headers and the address of a request, and a header of services. Node refuses other characters in them. */
const requestHead: FuzzTarget = {
  name: 'request head',
  maxLength: headerMaxBytes,
  tokens: [
    '1.2.3.4',
    '::ffff:1.2.3.4',
    '[2001:db8::1]:443',
    'fe80::1%eth0',
    ',',
    ':',
    ';',
    '=',
    ' ',
    '%',
    '%2f',
    '%00',
    '%ff',
    '/',
    '?',
    '..',
    'mailroom-oauth=',
    'Bearer ',
    'Mon, 01 Jan 2026 00:00:00 GMT',
    '1.5',
    '\u00e9',
  ],
  async run(input) {
    const value = input.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim()
    const names = ['x-forwarded-for', 'cookie', 'authorization', 'accept', 'prefer', 'retry-after', 'range']
    const headers = new Headers(names.map((name) => [name, value]))
    const ip = clientAddress(headers, { socketAddress: '127.0.0.1', trustedProxies: proxies })
    assert.ok(isIP(ip) > 0)
    const network = rateLimitNetwork(ip)
    assert.equal(isIP(network.replace(/\/64$/, '')), isIP(ip))
    binding.secretOf(new Request('http://localhost/', { headers }))
    bearerToken(headers)
    retryAfterMs(headers)
    const url = URL.parse(`http://localhost/rest/v1/${value}`)
    const request = url && new Request(url, { headers })
    if (request) await refusable(() => parseTableRequest({ request, url, body: Buffer.alloc(0) }))
  },
}

const passkeyConfig = { publicUrl: 'https://mail.example' }
const base64url = (text: string, encoding: 'latin1' | 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64url')
const clientData = (type: string): string =>
  base64url(JSON.stringify({ type, challenge: 'YQ', origin: passkeyConfig.publicUrl, crossOrigin: false }), 'utf8')
const credential = { id: 'YQ', rawId: 'YQ', type: 'public-key', clientExtensionResults: {} } as const

/** The bytes of an authenticator: CBOR, keys and flags. */
const passkey: FuzzTarget = {
  name: 'passkey',
  // In base64url.
  maxLength: Math.floor((passkeyFieldMaxLength * 3) / 4),
  tokens: [
    '\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58',
    '\xa1',
    '\xbf',
    '\x9f',
    '\x5f',
    '\xff',
    '\x9b\xff\xff\xff\xff\xff\xff\xff\xff',
    '\xbb\x00\x00\x00\x00\xff\xff\xff\xff',
    '\x58\x25',
    '\x59\xff\xff',
    '\x41',
    '\xc5',
    '\0',
    '\x01\x02\x03\x26\x20\x01\x21\x58\x20',
    'a',
    '\x81',
    '\xf6',
    '\xfb\x7f\xf8',
  ],
  async run(input) {
    const bytes = base64url(input, 'latin1')
    const registration = { clientDataJSON: clientData('webauthn.create'), attestationObject: bytes, transports: [] }
    // Nothing here has the hash of our relying party.
    assert.equal(await verifyRegistration(passkeyConfig, 'YQ', { ...credential, response: registration }), null)
    const response = { clientDataJSON: clientData('webauthn.get'), authenticatorData: bytes, signature: bytes }
    const factor = { credential_id: credential.id, public_key: Buffer.from(input, 'latin1'), sign_count: 0 }
    const assertion = { factor, toSign: 'YQ', response: { ...credential, response } }
    assert.equal(await verifyAssertion(passkeyConfig, assertion), null)
  },
}

export const httpTargets: FuzzTarget[] = [requestBody, requestHead, passkey]
