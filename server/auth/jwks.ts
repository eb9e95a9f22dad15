import { authRoute } from './protocol/auth-route.ts'
import { currentSigningKey, publicJwks } from './keys/signing-keys.ts'

/** The public halves of the signing keys; a client that meets an unknown key id asks again. */
export const jwks = authRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  limit: null,
  withoutApiKey: true,
  async handle(ctx) {
    const keys = await ctx.db.asAccounts(async (tx) => {
      // So that nobody keeps an empty set in a cache for ten minutes.
      await currentSigningKey(tx, ctx)
      return publicJwks(tx, ctx.clock.now())
    })
    return Response.json({ keys }, { headers: { 'cache-control': 'public, max-age=600' } })
  },
})
