import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { JsonValue } from '../../db/rows.ts'
import { checkNewPassword } from '../passwords/password-rules.ts'
import { refuse } from '../protocol/auth-error.ts'
import { normalizeEmail } from '../protocol/normalize-email.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { bannedUntil } from './ban-duration.ts'

const flag = z.boolean().nullish()

/** Fields that the operator may set; unknown fields are ignored, as everywhere in GoTrue. */
const UserAttributes = {
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  role: optionalText,
  ban_duration: optionalText,
}

/** What the operator changes; absent fields stay. */
export interface ManagedAttributes {
  email?: string | undefined
  passwordHash?: string | undefined
  isConfirmed?: boolean | undefined
  userMetadata?: Record<string, JsonValue> | undefined
  appMetadata?: Record<string, JsonValue> | undefined
  /** Null: a ban is lifted. */
  bannedUntil?: Date | null | undefined
}

/** Validates the attributes and converts them for the tables. Absent fields are undefined. */
export async function readAttributes(ctx: Pick<Context, 'clock' | 'passwords'>, body: Buffer) {
  const given = readBody(body, UserAttributes)
  if (given.phone) refuse(400, 'phone_provider_disabled', 'Phone numbers are disabled')
  if (given.role && given.role !== 'authenticated')
    refuse(400, 'validation_failed', 'The only role of a person here is authenticated')
  const email = given.email ? normalizeEmail(given.email) : undefined
  if (email === null) refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
  return {
    id: readId(given.id),
    email,
    passwordHash: await passwordHashOf(ctx, given, email ?? ''),
    isConfirmed: given.email_confirm ?? undefined,
    userMetadata: given.user_metadata ?? undefined,
    appMetadata: given.app_metadata ?? undefined,
    bannedUntil: given.ban_duration ? bannedUntil(given.ban_duration, ctx.clock.now()) : undefined,
  }
}

function readId(given: string): string | undefined {
  if (!given) return undefined
  const id = z.uuid().safeParse(given)
  return id.success ? id.data : refuse(400, 'validation_failed', 'id must be an UUID')
}

async function passwordHashOf(
  ctx: Pick<Context, 'passwords'>,
  given: { password: string; password_hash: string },
  email: string,
): Promise<string | undefined> {
  if (given.password && given.password_hash)
    refuse(400, 'validation_failed', 'Only a password or a password hash should be provided')
  if (given.password_hash) {
    if (!/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.test(given.password_hash))
      refuse(
        400,
        'validation_failed',
        'password_hash must be one of Argon2id; let people with another one reset theirs',
      )
    return given.password_hash
  }
  if (!given.password) return undefined
  await checkNewPassword(given.password, email)
  return ctx.passwords.hash(given.password)
}
