import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { EmailPayload, LinkPurpose } from '../../emails/kinds.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { allowedReturn } from '../flows/redirect-to.ts'
import { issuerOf } from '../keys/access-token.ts'
import {
  hasLiveLink,
  hasOtherIdentity,
  lockUserByEmail,
  noteLinkSent,
  setUnconfirmedMetadata,
  type SignInPurpose,
  voidSignInTokens,
} from '../one-time/confirm-queries.ts'
import { forgetUnproven } from '../one-time/forget-unproven.ts'
import { makeOneTimeToken } from '../one-time/one-time-token.ts'
import { addUserByEmail, passwordHashOf, replacePassword, type User } from '../queries.ts'
import { composeNotice } from './compose-notice.ts'
import { choosePasswordWords, linkWords } from './link-words.ts'

/** The protocol's word for each purpose, as it stands in a link. */
export const linkTypes: Record<Exclude<LinkPurpose, 'reauthentication'>, string> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

/** The address behind a link: opening it shows a page with a button and uses nothing up. */
export function linkTo(
  ctx: Pick<Context, 'config'>,
  { token, purpose, redirectTo }: { token: string; purpose: keyof typeof linkTypes; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type: linkTypes[purpose], redirect_to: redirectTo })
  return `${issuerOf(ctx.config)}/verify?${query}`
}

type Payload = EmailPayload<'account-link'> & { purpose: SignInPurpose }
type NewAccount = NonNullable<Payload['newAccount']>

/**
 * The e-mail with a way in. Only here, while nobody waits, it is found out whether anybody has the address, and what they are to be
 * told: whoever asked has had their answer.
 */
export async function composeLink(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  payload: Payload,
): Promise<EmailContent | null> {
  const { email } = payload
  const made = await ctx.db.asAccounts((tx) => makeLink(tx, ctx, payload))
  if (made === 'has-account') {
    const at = ctx.clock.now().toISOString()
    return composeNotice(ctx, { notice: 'sign_up_attempted', email, at })
  }
  if (!made) return null
  if (made.purpose === 'signup' && made.choosesPassword) return choosePassword(ctx, email, made.token)
  const { label, ...words } = linkWords(ctx.config, { purpose: made.purpose, email })
  const url = linkTo(ctx, { token: made.token, purpose: made.purpose, redirectTo: payload.redirectTo })
  return { to: email, ...words, ...(label && { button: { label, url } }), code: made.code }
}

/** The link of a sign-up of which no password was kept goes where one is chosen, whatever the caller asked for. Its code fits nowhere. */
function choosePassword(ctx: Pick<Context, 'config'>, email: string, token: string): EmailContent {
  const { label, ...words } = choosePasswordWords(ctx.config)
  const redirectTo = allowedReturn(ctx, '', 'recovery')
  return { to: email, ...words, button: { label, url: linkTo(ctx, { token, purpose: 'recovery', redirectTo }) } }
}

async function makeLink(tx: Tx, ctx: Pick<Context, 'clock'>, payload: Payload) {
  const { email, flowStateId, newAccount } = payload
  const now = ctx.clock.now()
  const user = (await lockUserByEmail(tx, email)) ?? (await makeAccount(tx, ctx, payload))
  if (!user || (user.banned_until && user.banned_until > now)) return null
  const purpose = purposeFor(user, payload.purpose)
  if (!purpose) {
    // One's own account is confirmed when an e-mail that did arrive is composed again.
    const isNews = payload.purpose === 'signup' && newAccount !== null && newAccount.id !== user.id
    return isNews ? 'has-account' : null
  }
  if (!user.email_confirmed_at) {
    if (newAccount) await takeOver(tx, ctx, user, newAccount)
    // Who asks to sign in does not confirm what came with somebody's sign-up.
    else if (payload.purpose === 'magiclink') await forgetUnproven(tx, user, now)
  }
  const choosesPassword = payload.purpose === 'signup' && (await lacksPassword(tx, user, newAccount))
  // Links of earlier sign-ups would confirm the address without asking for a password.
  if (choosesPassword) await voidSignInTokens(tx, user.id)
  if (purpose === 'recovery')
    await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'recovery_requested', call: null })
  await noteLinkSent(tx, { userId: user.id, purpose, now })
  const token = { userId: user.id, purpose: choosesPassword ? ('recovery' as const) : purpose, email, flowStateId }
  return { purpose, choosesPassword, ...(await makeOneTimeToken(tx, ctx, token)) }
}

/**
 * The latest wish decides, and whatever was there before it goes. A sign-in by e-mail brings no password. Where another wish is still
 * waiting to be confirmed, one of the two may be a stranger's, and its owner would confirm it by the later e-mail: neither password stays.
 */
async function takeOver(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  user: User,
  { passwordHash, metadata }: NewAccount,
): Promise<void> {
  const now = ctx.clock.now()
  // The same e-mail may be composed twice: then the password is there, and nobody else came between.
  const isSame = passwordHash !== null && (await passwordHashOf(tx, user.id)) === passwordHash
  const meets = !isSame && (await hasLiveLink(tx, user.id, now))
  await forgetUnproven(tx, user, now)
  if (!passwordHash) return
  if (!meets) await replacePassword(tx, user.id, passwordHash, now)
  await setUnconfirmedMetadata(tx, user, meets ? {} : metadata)
}

/** Who came by a provider asked for no password. */
async function lacksPassword(tx: Tx, { id }: User, newAccount: NewAccount | null): Promise<boolean> {
  if (newAccount && newAccount.passwordHash === null) return false
  return (await passwordHashOf(tx, id)) === null && !(await hasOtherIdentity(tx, id))
}

async function makeAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { email, newAccount }: Payload,
): Promise<User | undefined> {
  if (!newAccount) return undefined
  const { id, passwordHash, metadata } = newAccount
  const now = ctx.clock.now()
  const added = await addUserByEmail(tx, { id, email, passwordHash, confirmedAt: null, now }, metadata)
  // Two first e-mails at once: the other one's account.
  return added ?? lockUserByEmail(tx, email)
}

/** What the e-mail is for, once it is known how far the account has come; null where there is nothing to send. */
function purposeFor({ email_confirmed_at }: User, purpose: SignInPurpose): SignInPurpose | null {
  if (purpose === 'recovery') return purpose
  if (purpose === 'magiclink') return email_confirmed_at ? purpose : 'signup'
  return email_confirmed_at ? null : purpose
}
