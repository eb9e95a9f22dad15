import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSealer } from '../../sealed.ts'
import { signedUp, startAccounts, waitingForLock, type Accounts } from '../../../test/kit/start-accounts.ts'
import { currentSigningKey, publicJwks, rotateSigningKey } from './signing-keys.ts'

let accounts: Accounts
beforeEach(async () => {
  await accounts?.[Symbol.asyncDispose]()
  accounts = await startAccounts()
})
afterAll(() => accounts[Symbol.asyncDispose]())

const published = async (): Promise<{ kid: string }[]> =>
  (await (await accounts.request('/.well-known/jwks.json')).json()).keys
const kidOf = async (token: string): Promise<string | undefined> =>
  (await accounts.client().auth.getClaims(token)).data?.header.kid
const stored = () => accounts.ctx.db.asAccounts((tx) => tx.selectFrom('auth.signing_keys').selectAll().execute())

/** The id of the signing key for a server that seals with the first key and opens with all. */
const use = (...keys: Buffer[]): Promise<string> =>
  accounts.ctx.db.asAccounts(
    async (tx) => (await currentSigningKey(tx, { ...accounts.ctx, sealer: createSealer(keys) })).kid,
  )

test('two nodes that start concurrently create one key', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, number) => {
      const ctx = number % 2 ? accounts.ctx : accounts.otherNode
      return ctx.db.asAccounts((tx) => currentSigningKey(tx, ctx))
    }),
  )
  expect(new Set(made.map(({ kid }) => kid)).size).toBe(1)
  expect(await stored()).toHaveLength(1)
})

test('a request waits while another creates the key', async () => {
  const { db } = accounts.ctx
  const made = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = db.asAccounts(async (tx) => {
    const { kid } = await currentSigningKey(tx, accounts.ctx)
    made.resolve()
    await commit.promise
    return kid
  })
  await made.promise
  const second = accounts.otherNode.db.asAccounts((tx) => currentSigningKey(tx, accounts.otherNode))
  try {
    await expect.poll(() => waitingForLock(db)).toBe(true)
  } finally {
    commit.resolve()
  }
  expect((await second).kid).toBe(await first)
})

test('publishes only the public half, and stores the private half sealed', async () => {
  const keys = await published()
  expect(keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
      kid: expect.any(String),
      x: expect.any(String),
      y: expect.any(String),
    },
  ])
  const [row] = await stored()
  expect(row?.private_jwk_sealed).toMatch(/^v2\./)
  expect(row?.public_jwk).not.toHaveProperty('d')
  const response = await accounts.request('/.well-known/jwks.json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
})

test('after a rotation new tokens use the new key, and old ones stay valid on every node', async () => {
  const { session, client } = await signedUp(accounts)
  const verifyEverywhere = (token: string) =>
    Promise.all([accounts.ctx.access.verify(token), accounts.otherNode.access.verify(token)])
  await verifyEverywhere(session.access_token)
  accounts.clock.advance('1 s')
  const kid = await accounts.ctx.db.asAccounts((tx) => rotateSigningKey(tx, accounts.ctx))
  const { data } = await client.auth.refreshSession()
  const fresh = data.session?.access_token ?? ''
  expect(await kidOf(fresh)).toBe(kid)
  expect(await kidOf(session.access_token)).not.toBe(kid)
  await verifyEverywhere(fresh)
  await verifyEverywhere(session.access_token)
  expect((await published()).map((key) => key.kid)).toEqual([kid, await kidOf(session.access_token)])
})

test('a key signs for ninety days and is unpublished when its tokens have expired', async () => {
  const first = await kidOf((await signedUp(accounts)).session.access_token)
  accounts.clock.advance(`${90 * 24 * 3600 - 1} s`)
  expect(await kidOf((await signedUp(accounts)).session.access_token)).toBe(first)
  accounts.clock.advance('1 s')
  const second = await kidOf((await signedUp(accounts)).session.access_token)
  expect(second).not.toBe(first)
  expect(await published()).toHaveLength(2)
  accounts.clock.advance('2 h')
  expect((await published()).map(({ kid }) => kid)).toEqual([second])
})

test('is resealed when the encryption keys were rotated', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const kid = await use(before)
  expect(await use(after, before)).toBe(kid)
  expect(await use(after)).toBe(kid)
  await expect(use(before)).rejects.toThrow('cannot be opened')
})

test('a sealed key copied to another row cannot be opened', async () => {
  const kid = await accounts.ctx.db.asAccounts((tx) => currentSigningKey(tx, accounts.ctx).then((key) => key.kid))
  await accounts.ctx.db.asAccounts((tx) =>
    tx
      .updateTable('auth.signing_keys')
      .set({ kid: `${kid}x` })
      .execute(),
  )
  await expect(accounts.ctx.db.asAccounts((tx) => currentSigningKey(tx, accounts.ctx))).rejects.toThrow()
  expect(await accounts.ctx.db.asAccounts((tx) => publicJwks(tx, accounts.ctx.clock.now()))).toHaveLength(1)
})
