import { authRoute } from '../protocol/auth-route.ts'
import { currentSigningKey, publicJwks } from './signing-keys.ts'

/** The public keys (RFC 7517). A client fetches them again when it meets an unknown key id. */
export const jwks = authRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  limit: null,
  withoutApiKey: true,
  async handle(ctx) {
    const keys = await ctx.db.asAccounts(async (tx) => {
      // Create the key first: clients would cache an empty set for ten minutes.
      await currentSigningKey(tx, ctx)
      return publicJwks(tx, ctx.clock.now())
    })
    return Response.json({ keys }, { headers: { 'cache-control': 'public, max-age=600' } })
  },
})
