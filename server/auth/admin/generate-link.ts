import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { linkTypes } from '../tokens/compose-link-email.ts'
import { allowedRedirect, redirectToOf } from '../flows/redirect-to.ts'
import { requireEmail } from '../tokens/request-link.ts'
import { checkNewPassword } from '../passwords/password-rules.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { insertUserWithEmail, credentialsOf, lockUser, userById, type User } from '../user-rows/user-queries.ts'
import { saveEmailChange } from '../user-rows/update-user-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { createAccountLink } from './account-link.ts'
import { adminRoute, refuseTakenAddress, refuseUnknownUser } from './admin-route.ts'
import { ensureInvitedUser } from './ensure-invited-user.ts'
import { updateUserRow } from './managed-user-queries.ts'

const quotedLinkTypeMaxLength = 40

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

/** Generates the link of an email for an operator who delivers it. Nothing is sent. */
export const generateLink = adminRoute({
  method: 'POST',
  path: '/admin/generate_link',
  async handle(ctx, call) {
    const given = readBody(call.body, Body)
    if (!isPurpose(given.type))
      refuse(
        400,
        'validation_failed',
        `Invalid email action link type requested: ${given.type.slice(0, quotedLinkTypeMaxLength)}`,
      )
    const email = requireEmail(given.email)
    const newEmail = given.type.startsWith('email_change') ? requireEmail(given.new_email) : null
    const passwordHash = given.type === 'signup' ? await readPassword(ctx, given.password, email) : null
    const data = given.data ?? {}
    const purpose = given.type
    const redirectTo = given.redirect_to
      ? allowedRedirect(ctx, given.redirect_to, purpose)
      : redirectToOf(ctx, call, purpose)

    const link = await ctx.db.asAccounts(async (tx) => {
      const { user, sent } = await findOrCreateUser(tx, ctx, { purpose, email, newEmail, passwordHash, data })
      const to = sent === 'email_change_new' ? (newEmail ?? email) : email
      const made = await createAccountLink(tx, ctx, { userId: user.id, purpose: sent, email: to, redirectTo }, call)
      return {
        ...(await userResponse(tx, user)),
        action_link: made.url,
        email_otp: made.code,
        hashed_token: made.token,
        verification_type: sent,
        redirect_to: redirectTo,
      }
    })
    return jsonResponse(link)
  },
})

interface LinkTarget {
  purpose: Purpose
  email: string
  newEmail: string | null
  passwordHash: string | null
  data: Parameters<typeof mergeMetadata>[1]
}

/**
 * Finds the user of the link or creates one if the type asks for it. A `magiclink` for an unknown address becomes a
 * `signup`.
 */
async function findOrCreateUser(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { purpose, email, newEmail, passwordHash, data }: LinkTarget,
): Promise<{ user: User; sent: Purpose }> {
  const now = ctx.clock.now()
  const found = await credentialsOf(tx, email)
  if (purpose === 'invite') {
    const invited = await ensureInvitedUser(tx, { id: randomUUID(), email, data: mergeMetadata({}, data), now })
    return { user: invited ?? refuseTakenAddress(), sent: purpose }
  }
  if (purpose === 'signup' || (purpose === 'magiclink' && !found)) {
    const added = await insertUserWithEmail(
      tx,
      { id: randomUUID(), email, passwordHash, confirmedAt: null, now },
      mergeMetadata({}, data),
      { byOperator: true },
    )
    if (added) return { user: added, sent: 'signup' }
    const before = (found && (await lockUser(tx, found.user.id))) ?? refuseUnknownUser()
    if (before.email_confirmed_at) refuseTakenAddress()
    const user = await updateUserRow(tx, before.id, {
      encrypted_password: passwordHash,
      raw_user_meta_data: JSON.stringify(mergeMetadata(before.raw_user_meta_data, data)),
      updated_at: now,
    })
    return { user: user ?? refuseUnknownUser(), sent: 'signup' }
  }
  if (!found) return refuseUnknownUser()
  if (newEmail === null) return { user: found.user, sent: purpose }
  // A confirmation of one mailbox is valid for the same new address only.
  if (newEmail !== found.user.new_email) await saveEmailChange(tx, found.user.id, newEmail, now)
  return { user: (await userById(tx, found.user.id)) ?? refuseUnknownUser(), sent: purpose }
}

async function readPassword(ctx: Pick<Context, 'passwords'>, password: string, email: string): Promise<string> {
  if (!password) refuse(400, 'validation_failed', 'Signup requires a valid password')
  await checkNewPassword(password, email)
  return ctx.passwords.hash(password)
}
