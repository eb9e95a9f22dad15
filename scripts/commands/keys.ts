import { rotateSigningKey } from '../../server/auth/keys/signing-keys.ts'
import type { Command } from './command.ts'

export const keysCommand: Command = {
  name: 'keys rotate',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'signs access tokens with a new key; older tokens stay valid until they expire, one hour at most',
  async run(ctx) {
    const kid = await ctx.db.asAccounts((tx) => rotateSigningKey(tx, ctx))
    return [`New access tokens are signed with key ${kid}.`]
  },
}
