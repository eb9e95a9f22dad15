/**
 * `npm run keys:rotate`: signs access tokens with a new key from now on, for when the old one may have become known.
 * Tokens of the
 * old key stay good until they expire, an hour at most. Takes the settings of the server; a running one need not be
 * stopped.
 */
import { pino } from 'pino'
import { rotateSigningKey } from '../server/auth/keys/signing-keys.ts'
import { systemClock } from '../server/clock.ts'
import { readEnvironment } from '../server/config.ts'
import { createContext } from '../server/compose.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { tellProblems } from './lib/tell-problems.ts'

tellProblems()
const config = readEnvironment()
const log = pino({ level: 'silent' })
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, (line) => console.log(line))
await using ctx = await createContext({ config, secrets, server: database.server, log, clock: systemClock })
const kid = await ctx.db.asAccounts((tx) => rotateSigningKey(tx, ctx))
console.log(`Access tokens are signed with key ${kid} from now on.`)
