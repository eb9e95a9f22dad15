import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { goodPassword, newEmail } from './start-accounts.ts'
import type { App } from './start-app.ts'

const Outbox = z.array(
  z.object({ to: z.string(), from: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
)
export type SentEmail = z.output<typeof Outbox>[number]

/**
 * Sends all waiting emails. @returns the emails that the sandbox's mail server received for this address, oldest first
 */
export async function emailsTo(app: App, address: string): Promise<SentEmail[]> {
  await app.runDueJobs()
  return Outbox.parse(await app.control('GET', '/control/outbox')).filter(({ to }) => to === address)
}

/** The newest email to this address. */
export async function lastEmailTo(app: App, address: string): Promise<SentEmail> {
  const last = (await emailsTo(app, address)).at(-1)
  if (!last) throw new Error('There is no e-mail to this address')
  return last
}

/** The six-digit code in an email. */
export function codeIn({ text }: SentEmail): string {
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1]
  if (!code) throw new Error('There is no code in this e-mail')
  return code
}

const linkPattern = /^https?:\S+\/auth\/v1\/verify\?\S+$/m

/** The link behind the button of an email. */
export function linkIn({ text }: SentEmail): URL {
  const link = linkPattern.exec(text)?.[0]
  if (!link) throw new Error('There is no link in this e-mail')
  return new URL(link)
}

/** The newest email to this address with a link, and a code; a notice may be newer. */
export async function lastLinkEmailTo(app: App, address: string): Promise<SentEmail> {
  const last = (await emailsTo(app, address)).findLast(({ text }) => linkPattern.test(text))
  if (!last) throw new Error('There is no e-mail with a link to this address')
  return last
}

/** A separate Supabase client, as in a separate browser. */
export const clientOf = (app: Pick<App, 'ctx' | 'url'>) =>
  createClient(app.url, app.ctx.access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

/** A user who has just signed up with a server that sends emails. */
export async function newUser(app: App) {
  const client = clientOf(app)
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password: goodPassword })
  if (error || !data.session) throw new Error('The sign-up failed', { cause: error })
  return { client, email, password: goodPassword, userId: data.session.user.id, session: data.session }
}
