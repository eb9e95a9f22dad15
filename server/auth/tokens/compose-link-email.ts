import type { Language } from '../../../contract/languages.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload, LinkPurpose } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { languageOf } from '../../shared/email-recipient.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { allowedRedirect } from '../flows/redirect-to.ts'
import { issuerOf } from '../sessions/access-token.ts'
import {
  hasPendingSignInToken,
  hasProviderIdentity,
  lockUserByEmail,
  recordLinkSent,
  setUnconfirmedMetadata,
  type SignInPurpose,
  revokeSignInTokens,
} from './email-confirmation-queries.ts'
import { deleteUnprovenCredentials } from './delete-unproven-credentials.ts'
import { createOneTimeToken } from './one-time-token.ts'
import { insertUserWithEmail, passwordHashOf, updatePasswordHash, type User } from '../user-rows/user-queries.ts'
import { composeNoticeEmail } from '../emails/compose-notice-email.ts'
import { choosePasswordText, linkEmailText } from '../emails/link-email-text.ts'

/** GoTrue's `type` parameter for each purpose. */
export const linkTypes: Record<Exclude<LinkPurpose, 'reauthentication'>, string> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

/** The URL of an emailed link. Opening it shows a page with a button and consumes nothing. */
export function verifyUrl(
  ctx: Pick<Context, 'config'>,
  { token, purpose, redirectTo }: { token: string; purpose: keyof typeof linkTypes; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type: linkTypes[purpose], redirect_to: redirectTo })
  return `${issuerOf(ctx.config)}/verify?${query}`
}

type Payload = EmailPayload<'account-link'> & { purpose: SignInPurpose }
type NewAccount = NonNullable<Payload['newAccount']>

/**
 * Composes a sign-in, sign-up, invitation or recovery email. Whether the address is known is looked up only here, after
 * the response was sent, so that the response does not depend on it.
 */
export async function composeLinkEmail(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  payload: Payload,
): Promise<EmailContent | null> {
  const { email } = payload
  const made = await ctx.db.asAccounts((tx) => createLink(tx, ctx, payload))
  if (!made) return null
  const { language } = made
  if (made.purpose === 'has-account') {
    const at = ctx.clock.now().toISOString()
    return composeNoticeEmail(ctx, { notice: 'sign_up_attempted', email, language, at })
  }
  if (made.purpose === 'signup' && made.choosesPassword)
    return choosePasswordEmail(ctx, { to: email, language }, made.token)
  const { label, ...text } = linkEmailText(emailTexts(ctx.config, language), { purpose: made.purpose, email })
  const url = verifyUrl(ctx, { token: made.token, purpose: made.purpose, redirectTo: payload.redirectTo })
  return { to: email, language, ...text, ...(label && { button: { label, url } }), code: made.code }
}

/**
 * For a sign-up without a stored password: the link leads to the page where one is chosen, whatever redirect the caller
 * requested. The email has no code, because no page would accept it.
 */
function choosePasswordEmail(
  ctx: Pick<Context, 'config'>,
  recipient: Pick<EmailContent, 'to' | 'language'>,
  token: string,
): EmailContent {
  const { label, ...text } = choosePasswordText(emailTexts(ctx.config, recipient.language))
  const redirectTo = allowedRedirect(ctx, '', 'recovery')
  return { ...recipient, ...text, button: { label, url: verifyUrl(ctx, { token, purpose: 'recovery', redirectTo }) } }
}

async function createLink(tx: Tx, ctx: Pick<Context, 'clock'>, payload: Payload) {
  const { email, flowStateId, newAccount } = payload
  const now = ctx.clock.now()
  const user = (await lockUserByEmail(tx, email)) ?? (await createAccount(tx, ctx, payload))
  if (!user || (user.banned_until && user.banned_until > now)) return null
  const purpose = purposeFor(user, payload.purpose)
  if (!purpose) {
    // An email may be composed again after it arrived and the user has confirmed: that user gets no notice.
    const isNews = payload.purpose === 'signup' && newAccount !== null && newAccount.id !== user.id
    return isNews ? { purpose: 'has-account' as const, language: languageOf(user.raw_user_meta_data) } : null
  }
  if (!user.email_confirmed_at) {
    if (newAccount) await replacePendingSignUp(tx, ctx, user, newAccount)
    // Pre-hijacking: a magic link must not confirm the password or identities of someone else's earlier sign-up.
    else if (payload.purpose === 'magiclink') await deleteUnprovenCredentials(tx, user, now)
  }
  const choosesPassword = payload.purpose === 'signup' && (await mustChoosePassword(tx, user, newAccount))
  // Links of earlier sign-ups would confirm the address without setting a password.
  if (choosesPassword) await revokeSignInTokens(tx, user.id)
  if (purpose === 'recovery')
    await recordAuthEvent(tx, ctx, { userId: user.id, action: 'recovery_requested', call: null })
  await recordLinkSent(tx, { userId: user.id, purpose, now })
  const token = { userId: user.id, purpose: choosesPassword ? ('recovery' as const) : purpose, email, flowStateId }
  const language = languageFor(user, newAccount)
  return { purpose, choosesPassword, language, ...(await createOneTimeToken(tx, ctx, token)) }
}

/** That of the sign-up page, else that of the account. */
const languageFor = (user: User, newAccount: NewAccount | null): Language =>
  languageOf(newAccount && 'language' in newAccount.metadata ? newAccount.metadata : user.raw_user_meta_data)

/**
 * The latest sign-up replaces the credentials of an earlier unconfirmed one. Pre-hijacking: while a link of an earlier
 * sign-up is still valid, one of the two may be an attacker's, and the owner could confirm it with the later email.
 * Then neither password is stored.
 */
async function replacePendingSignUp(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  user: User,
  { passwordHash, metadata }: NewAccount,
): Promise<void> {
  const now = ctx.clock.now()
  // The same email may be composed twice: then this password is already stored and no other sign-up intervened.
  const isSame = passwordHash !== null && (await passwordHashOf(tx, user.id)) === passwordHash
  const meets = !isSame && (await hasPendingSignInToken(tx, user.id, now))
  await deleteUnprovenCredentials(tx, user, now)
  if (!passwordHash) return
  if (!meets) await updatePasswordHash(tx, user.id, passwordHash, now)
  await setUnconfirmedMetadata(tx, user, meets ? {} : metadata)
}

/** Users who signed up with a provider or by email link have no password and need not choose one. */
async function mustChoosePassword(tx: Tx, { id }: User, newAccount: NewAccount | null): Promise<boolean> {
  if (newAccount && newAccount.passwordHash === null) return false
  return (await passwordHashOf(tx, id)) === null && !(await hasProviderIdentity(tx, id))
}

async function createAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { email, newAccount }: Payload,
): Promise<User | undefined> {
  if (!newAccount) return undefined
  const { id, passwordHash, metadata } = newAccount
  const now = ctx.clock.now()
  const added = await insertUserWithEmail(tx, { id, email, passwordHash, confirmedAt: null, now }, metadata)
  // A concurrent request created the account first.
  return added ?? lockUserByEmail(tx, email)
}

/** The purpose that fits the state of the account; null when there is nothing to send. */
function purposeFor({ email_confirmed_at }: User, purpose: SignInPurpose): SignInPurpose | null {
  if (purpose === 'recovery') return purpose
  if (purpose === 'magiclink') return email_confirmed_at ? purpose : 'signup'
  return email_confirmed_at ? null : purpose
}
