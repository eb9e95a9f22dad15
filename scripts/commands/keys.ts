import { rotateSigningKey } from '../../server/auth/keys/signing-keys.ts'
import { rewrapSecrets } from '../../server/db/rewrap-secrets.ts'
import type { Command } from './command.ts'

const rotate: Command = {
  name: 'keys rotate',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'signs access tokens with a new key; older tokens stay valid until they expire, one hour at most',
  async run(ctx) {
    const kid = await ctx.db.asAccounts((tx) => rotateSigningKey(tx, ctx))
    return [`New access tokens are signed with key ${kid}.`]
  },
}

const rewrap: Command = {
  name: 'keys rewrap',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'encrypts all secrets in the database with the first key of ENCRYPTION_KEYS, while the server runs',
  async run({ db, sealer }) {
    const { rewrapped, left } = await rewrapSecrets(db, sealer)
    const done = `${rewrapped} secrets were encrypted with the first key of ENCRYPTION_KEYS.`
    if (left > 0)
      return [done, `${left} in the former format follow when they are next written: keep the other keys until then.`]
    return [done, 'No secret needs the other keys any more: they can be removed once all nodes use the first one.']
  },
}

export const keysCommands: Command[] = [rotate, rewrap]
