/**
 * `npm run keys:rotate`: signs access tokens with a new key, for when the old key may be compromised. Tokens of the old
 * key stay valid until they expire, one hour at most. Reads the server's settings; a running server does not need a
 * restart.
 */
import { pino } from 'pino'
import { rotateSigningKey } from '../server/auth/keys/signing-keys.ts'
import { systemClock } from '../server/clock.ts'
import { readEnvironment } from '../server/config.ts'
import { createContext } from '../server/compose.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const config = readEnvironment()
const log = pino({ level: 'silent' })
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, (line) => console.log(line))
await using ctx = await createContext({ config, secrets, server: database.server, log, clock: systemClock })
const kid = await ctx.db.asAccounts((tx) => rotateSigningKey(tx, ctx))
console.log(`New access tokens are signed with key ${kid}.`)
