import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { linkTo, linkTypes } from '../emails/compose-link.ts'
import { allowedReturn, redirectToOf } from '../flows/redirect-to.ts'
import { makeOneTimeToken } from '../one-time/one-time-token.ts'
import { requireEmail } from '../one-time/request-link.ts'
import { checkNewPassword } from '../passwords/password-rules.ts'
import { presentAccount } from '../present-account.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { addUserByEmail, credentialsOf, userById, type User } from '../queries.ts'
import { putEmailChange } from '../update-user-queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { adminRoute, refuseUnknownUser } from './admin-route.ts'
import { invitedUser } from './invited-user.ts'
import { changeUser } from './queries.ts'

type Purpose = keyof typeof linkTypes
const isPurpose = (type: string): type is Purpose => Object.hasOwn(linkTypes, type)

const Body = {
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: metadata,
  redirect_to: optionalText,
}

/** A link as we would mail it, for an operator who sends it in their own way. Nothing is sent. */
export const generateLink = adminRoute({
  method: 'POST',
  path: '/admin/generate_link',
  async handle(ctx, call) {
    const given = readBody(call.body, Body)
    if (!isPurpose(given.type))
      refuse(400, 'validation_failed', `Invalid email action link type requested: ${given.type.slice(0, 40)}`)
    const email = requireEmail(given.email)
    const newEmail = given.type.startsWith('email_change') ? requireEmail(given.new_email) : null
    const passwordHash = given.type === 'signup' ? await readPassword(ctx, given.password, email) : null
    const data = mergeMetadata({}, given.data ?? {})
    const purpose = given.type
    const redirectTo = given.redirect_to
      ? allowedReturn(ctx, given.redirect_to, purpose)
      : redirectToOf(ctx, call, purpose)

    const answer = await ctx.db.asAccounts(async (tx) => {
      const { user, sent } = await accountFor(tx, ctx, { purpose, email, newEmail, passwordHash, data })
      const to = sent === 'email_change_new' ? (newEmail ?? email) : email
      const made = await makeOneTimeToken(tx, ctx, { userId: user.id, purpose: sent, email: to, flowStateId: null })
      return {
        ...(await presentAccount(tx, user)),
        action_link: linkTo(ctx, { token: made.token, purpose: sent, redirectTo }),
        email_otp: made.code,
        hashed_token: made.token,
        verification_type: sent,
        redirect_to: redirectTo,
      }
    })
    return answerJson(answer)
  },
})

interface Wanted {
  purpose: Purpose
  email: string
  newEmail: string | null
  passwordHash: string | null
  data: ReturnType<typeof mergeMetadata>
}

/** The account behind the link, made where the type asks for a new one; and the type it becomes. */
async function accountFor(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { purpose, email, newEmail, passwordHash, data }: Wanted,
): Promise<{ user: User; sent: Purpose }> {
  const now = ctx.clock.now()
  const found = await credentialsOf(tx, email)
  if (purpose === 'invite') {
    return { user: await invitedUser(tx, { id: randomUUID(), email, data, now }), sent: purpose }
  }
  if (purpose === 'signup' || (purpose === 'magiclink' && !found)) {
    if (found?.user.email_confirmed_at)
      refuse(422, 'email_exists', 'A user with this email address has already been registered')
    const added = await addUserByEmail(tx, { id: randomUUID(), email, passwordHash, confirmedAt: null, now }, data)
    const user = added ?? (found && (await changeUser(tx, found.user.id, { encrypted_password: passwordHash })))
    return { user: user ?? refuseUnknownUser(), sent: 'signup' }
  }
  if (!found) return refuseUnknownUser()
  if (newEmail === null) return { user: found.user, sent: purpose }
  // What one mailbox has agreed to holds for that very address.
  if (newEmail !== found.user.new_email) await putEmailChange(tx, found.user.id, newEmail, now)
  return { user: (await userById(tx, found.user.id)) ?? refuseUnknownUser(), sent: purpose }
}

async function readPassword(ctx: Pick<Context, 'passwords'>, password: string, email: string): Promise<string> {
  if (!password) refuse(400, 'validation_failed', 'Signup requires a valid password')
  await checkNewPassword(password, email)
  return ctx.passwords.hash(password)
}
