import { createHash } from 'node:crypto'
import { later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/caller.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { fail } from '../../errors.ts'
import { microsoftOf } from '../access-token.ts'
import { mailboxOf } from '../queries.ts'
import { browser, callbackPath } from './browser-cookie.ts'
import { putState } from './queries.ts'

const signInMinutes = 10

export const redirectUriOf = (ctx: Pick<Context, 'config'>): string => `${ctx.config.publicUrl}${callbackPath}`
export const verifierPlace = (stateHash: Buffer): string =>
  `app.oauth_states/${stateHash.toString('hex')}/code_verifier`

interface Wish {
  mailboxName?: string | undefined
  mailboxId?: string | undefined
  sending?: true | undefined
}

/**
 * Begins a sign-in at Microsoft, for a new mailbox or for one that is there already.
 * @returns where the browser goes; the cookie that must come back with it is put into `headers`
 * @throws Failure `mailbox_not_found`
 */
export async function authorize(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'vendors' | 'sealer'>,
  { userId, sessionId }: Caller,
  { mailboxName, mailboxId, ...wish }: Wish,
  headers: Headers,
): Promise<string> {
  const { entra } = microsoftOf(ctx)
  const sending = wish.sending ?? false
  const mailbox = mailboxId === undefined ? null : await ownMailbox(ctx, { userId, mailboxId })
  const [state, nonce, codeVerifier, browserSecret] = [randomSecret(), randomSecret(), randomSecret(), randomSecret()]
  const stateHash = hashSecret(state)
  const now = ctx.clock.now()
  await ctx.db.asService((tx) =>
    putState(
      tx,
      {
        state_hash: stateHash,
        user_id: userId,
        session_id: sessionId,
        browser_hash: hashSecret(browserSecret),
        code_verifier_sealed: ctx.sealer.seal(verifierPlace(stateHash), codeVerifier),
        nonce_hash: hashSecret(nonce),
        mailbox_name: mailboxName || null,
        mailbox_id: mailbox?.id ?? null,
        sending,
        expires_at: later(now, minutes(signInMinutes)),
      },
      now,
    ),
  )
  const secure = ctx.config.publicUrl.startsWith('https:')
  headers.append('set-cookie', browser.cookie(browserSecret, { secure, maxAgeSeconds: signInMinutes * 60 }))
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const account = mailbox?.email_address ?? null
  return entra.authorizeUrl({ redirectUri: redirectUriOf(ctx), state, nonce, codeChallenge, account, sending })
}

const ownMailbox = async (ctx: Pick<Context, 'db'>, at: { userId: string; mailboxId: string }) =>
  (await ctx.db.asService((tx) => mailboxOf(tx, at))) ?? fail('mailbox_not_found')
