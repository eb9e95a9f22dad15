import { secretOf } from '../kit/secret.ts'
import type { World } from '../kit/world.ts'
import { TokenError } from './errors.ts'
import { idToken } from './id-token.ts'
import type { Person } from './people.ts'
import { mayBeLeftOut } from './scopes.ts'
import type { Grant, RefreshToken } from './state.ts'

const ACCESS_LIFE_SECONDS = 3599
const DAY_MS = 24 * 3600_000
/** A refresh token that nobody uses for six months ends; so does, after a week, one of an app in testing. */
const UNUSED_LIFE_MS = 180 * DAY_MS
const TESTING_LIFE_MS = 7 * DAY_MS
/** More than these for one account and app: the oldest ends without a word. */
const MOST_REFRESH_TOKENS = 100

export type TokenWish = {
  grant: Grant
  scopes: ReadonlySet<string>
  nonce: string | null
  issuer: string
  withRefreshToken: boolean
}

/** The answer of the token endpoint. */
export async function issueTokens(world: World, wish: TokenWish): Promise<Record<string, unknown>> {
  const { google, clock } = world
  const { grant, scopes, nonce, issuer, withRefreshToken } = wish
  const person = livingPerson(world, grant)
  const accessToken = secretOf('ya29.SBX', 96)
  google.accessTokens.set(accessToken, { grant, scopes, expiresAt: clock.now() + ACCESS_LIFE_SECONDS * 1000 })
  const answer: Record<string, unknown> = {
    access_token: accessToken,
    expires_in: ACCESS_LIFE_SECONDS,
    scope: [...scopes].join(' '),
    token_type: 'Bearer',
  }
  if (withRefreshToken) answer.refresh_token = newRefreshToken(world, grant, scopes)
  if (scopes.has('openid')) {
    answer.id_token = await idToken(world, { person, scopes, clientId: grant.clientId, nonce, accessToken, issuer })
  }
  return answer
}

/** @throws TokenError where the account is gone or disabled */
function livingPerson({ google }: World, { sub }: Grant): Person {
  const person = google.people.get(sub)
  if (!person || person.disabled) throw new TokenError('invalid_grant', 'Account has been deleted')
  return person
}

function newRefreshToken(world: World, grant: Grant, scopes: ReadonlySet<string>): string {
  const { google, clock, config } = world
  const own = [...google.refreshTokens].filter(([, token]) => token.grant === grant)
  for (const [oldest] of own.slice(0, Math.max(0, own.length + 1 - MOST_REFRESH_TOKENS))) {
    google.refreshTokens.delete(oldest)
  }
  // Sign-in alone is not held to the week.
  const short = config.googleApp === 'testing' && [...scopes].some(mayBeLeftOut)
  const endsAt = short ? clock.now() + TESTING_LIFE_MS : null
  const token = secretOf('1//0SBX', 64)
  google.refreshTokens.set(token, { grant, scopes, endsAt, expiresAt: endsAt ?? clock.now() + UNUSED_LIFE_MS })
  return token
}

/** A token that is used lives on. */
export function noteUse({ clock }: World, token: RefreshToken): void {
  token.expiresAt = token.endsAt ?? clock.now() + UNUSED_LIFE_MS
}
