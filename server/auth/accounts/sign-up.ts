import { randomUUID } from 'node:crypto'
import { errors } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'
import type { JsonValue } from '../../db/rows.ts'
import { isOwnHost } from '../../http/request/own-host.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { requireMailServer } from '../emails/require-mail-server.ts'
import type { CodeChallenge } from '../flows/code-challenge.ts'
import { deleteUnconfirmedUser } from '../tokens/email-confirmation-queries.ts'
import { codeChallengeOf, requestLink, requireEmail } from '../tokens/request-link.ts'
import { makeOperator } from '../../shared/operators.ts'
import { claimFirstAccount, signUpMode } from '../../shared/sign-up-mode.ts'
import { checkNewPassword } from '../passwords/password-rules.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { insertUserWithEmail } from '../user-rows/user-queries.ts'
import { requireOpenSignUp } from './require-open-sign-up.ts'
import { startSession } from '../sessions/start-session.ts'
import { unconfirmedUserResponse } from './unconfirmed-user-response.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'

const SignUp = {
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
}

const notFirst = 'The first account was created already. Ask its owner for an invitation.'

interface NewAccount {
  email: string
  password: string
  data: Record<string, JsonValue>
  challenge: CodeChallenge | null
}

/**
 * Creates an account with address and password. The user is signed in immediately, or, with `AUTH_CONFIRM_EMAIL`, after
 * confirming the address.
 */
export const signUp = authRoute({
  method: 'POST',
  path: '/signup',
  limit: routeLimits.signUp,
  async handle(ctx, call) {
    const isFirst = (await signUpMode(ctx)) === 'first'
    if (!isFirst && ctx.config.auth.signUp === 'first') refuse(422, 'signup_disabled', notFirst)
    if (!isFirst) requireOpenSignUp(ctx)
    if (isFirst && !isOwnHost(call.request.headers, ctx.config)) refuse(422, 'signup_disabled', errors.other_address[1])
    const input = readBody(call.body, SignUp)
    if (input.email && input.phone) {
      refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.')
    }
    if (input.phone) refuse(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (!input.email) refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!input.password) refuse(400, 'validation_failed', 'Signup requires a valid password')
    const email = requireEmail(input.email)
    const challenge = codeChallengeOf(input)
    await checkNewPassword(input.password, email)
    const account = { email, password: input.password, data: mergeMetadata({}, input.data ?? {}), challenge }
    return ctx.config.auth.confirmEmail && !isFirst
      ? signUpWithConfirmation(ctx, call, account)
      : signUpImmediately(ctx, call, account, { isFirst })
  },
})

/**
 * Reveals that an address is taken, which cannot be avoided when sign-up signs in immediately. The rate limit per
 * network address slows down enumeration.
 */
async function signUpImmediately(
  ctx: Context,
  call: RawCall,
  { email, password, data }: NewAccount,
  { isFirst }: { isFirst: boolean },
): Promise<Response> {
  const passwordHash = await ctx.passwords.hash(password)
  const id = randomUUID()
  const { sessionId, tokenResponse } = await ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    if (isFirst && !(await claimFirstAccount(tx))) refuse(422, 'signup_disabled', notFirst)
    await deleteUnconfirmedUser(tx, email)
    const user = await insertUserWithEmail(
      tx,
      { id, email, passwordHash, confirmedAt: now, isAutoConfirmed: true, now },
      data,
    )
    if (!user) return refuse(422, 'user_already_exists', 'User already registered')
    if (isFirst) await makeOperator(tx, id)
    await recordAuthEvent(tx, ctx, { userId: id, action: 'signed_up', call })
    return startSession(tx, ctx, { userId: id, method: 'password', call })
  })
  ctx.events.signedUp({ userId: id })
  ctx.events.signedIn({ userId: id, sessionId })
  return jsonResponse(tokenResponse)
}

/**
 * A sign-up with a taken address gets the same response after the same time, and only its owner is informed, by email:
 * the response does not reveal who has an account.
 */
async function signUpWithConfirmation(ctx: Context, call: RawCall, account: NewAccount): Promise<Response> {
  requireMailServer(ctx, 'signUp')
  const { email, data, challenge } = account
  const id = randomUUID()
  const newAccount = { id, passwordHash: await ctx.passwords.hash(account.password), metadata: data }
  await requestLink(ctx, call, { purposes: ['signup'], group: 'confirmation', email, challenge, newAccount })
  return jsonResponse(unconfirmedUserResponse({ id, email, data, now: ctx.clock.now() }))
}
