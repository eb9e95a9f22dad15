import { vi } from 'vitest'
import { z } from 'zod'
import { defaultMailboxName } from '../../contract/limits.ts'
import type { RemoteContext } from '../../server/context.ts'
import { openToken, sealTokens } from '../../server/grants/sealed-tokens.ts'
import { upsertConnectedMailbox } from '../../server/mail/mailboxes/connected-mailbox-queries.ts'
import { refreshToken } from '../../server/mail/outlook/open-outlook.ts'
import { mailboxTokenSealContext, upsertTokens } from '../../server/mail/outlook/token-queries.ts'
import { syncMailboxOnConnect } from '../../server/mail/folders/sync-mailbox-on-connect.ts'
import { microsoftBreakers } from '../../server/vendors/vendors.ts'
import { newEmail, goodPassword } from './start-accounts.ts'
import type { App } from './start-app.ts'

/** A signed-in user of the plain HTTP API. */
export interface Visitor {
  token: string
  userId: string
}

export async function signUp(app: App): Promise<Visitor> {
  const answer = await fetch(`${app.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: newEmail(), password: goodPassword }),
  })
  const { access_token: token, user } = await answer.json()
  return { token, userId: user.id }
}

export interface FunctionAnswer {
  status: number
  headers: Headers
  // Untyped: the test asserts the shape of the response.
  body: Record<string, unknown>
}

export async function callFunction(app: App, who: Visitor, name: string, input: unknown): Promise<FunctionAnswer> {
  const answer = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** Opens Microsoft's sign-in page and answers it. @returns Microsoft's redirect */
export async function answerConsent(
  url: string,
  email: string,
  decision: 'accept' | 'deny' = 'accept',
): Promise<string> {
  const page = await (await fetch(url)).text()
  const action = new URL(/<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '', url)
  const flow = /name="flow" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ flow, account: email, decision }),
  })
  return answer.headers.get('location') ?? ''
}

/** Follows the redirect from Microsoft. @returns the query of the final page */
export async function followBack(location: string, headers: Record<string, string> = {}): Promise<URLSearchParams> {
  const answer = await fetch(location, { redirect: 'manual', headers: { 'user-agent': 'a test', ...headers } })
  return new URL(answer.headers.get('location') ?? '').searchParams
}

/** Connects a sandbox mailbox through the whole OAuth flow. @returns its id */
export async function connectMailbox(app: App, who: Visitor, email: string): Promise<string> {
  const { body } = await callFunction(app, who, 'mail-authentication', { action: 'authorize' })
  const back = await followBack(await answerConsent(String(body.url), email))
  const id = back.get('mailbox_id')
  if (id === null) throw new Error(`Connecting ${email} ended with ${back.toString()}`)
  return id
}

const Granted = z.object({
  account: z.object({ id: z.string(), tenantId: z.string() }),
  tokens: z.object({ access_token: z.string(), refresh_token: z.string(), scope: z.string(), expires_in: z.number() }),
})

/**
 * A connected sandbox mailbox, as the callback of Microsoft stores it: takes half the time of `connectMailbox`, which
 * opens the pages of the sign-in.
 * @returns its id
 */
export async function addMailbox(app: App, userId: string, email: string): Promise<string> {
  const { ctx } = app
  const { account, tokens } = Granted.parse(await app.control('POST', `/control/outlook/${email}/tokens`, {}))
  const { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: expiresIn } = tokens
  const mailboxId = await ctx.db.asService(async (tx) => {
    const at = { tenantId: account.tenantId, accountId: account.id, address: email, name: defaultMailboxName }
    const id = await upsertConnectedMailbox(tx, { userId, provider: 'microsoft', breakers: microsoftBreakers, ...at })
    if (id === null) throw new Error(`${email} is the mailbox of another user`)
    const sealContext = mailboxTokenSealContext({ mailboxId: id, userId })
    const granted = { accessToken, refreshToken, expiresIn, scopes: scope.split(' ') }
    await upsertTokens(tx, { mailboxId: id, userId }, sealTokens(ctx, sealContext, granted, refreshToken))
    return id
  })
  await syncMailboxOnConnect(ctx, mailboxId)
  return mailboxId
}

/** The token of the next call to the mailbox. */
export async function accessTokenOf(ctx: RemoteContext, mailboxId: string): Promise<string> {
  const row = await refreshToken(ctx, mailboxId)
  return openToken(ctx, mailboxTokenSealContext({ mailboxId, userId: row.user_id }), 'access', row)
}

let mailboxes = 0

/** Creates a mailbox in the sandbox. @returns its address */
export async function newMailbox(app: App, seed: Record<string, unknown> = {}): Promise<string> {
  const email = `mailbox-${(mailboxes += 1)}@contoso.example`
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'work', ...seed })
  return email
}

/** @returns the message's immutable id */
export async function deliver(app: App, email: string, subject = 'Hello', folder = 'Inbox'): Promise<string> {
  const mail = {
    subject,
    from: { emailAddress: { address: 'anna@example.com', name: 'Anna' } },
    body: { contentType: 'text', content: `${subject}, said Anna.` },
  }
  const answer = await app.control(
    'POST',
    `/control/outlook/${email}/messages?folder=${encodeURIComponent(folder)}`,
    mail,
  )
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) throw new Error('No id came back')
  return String(answer.id)
}

interface JournalEntry {
  method: string
  url: string
  status: number
  body: unknown
  headers: Record<string, string>
  /** The address of the mailbox; only for Graph mail calls. */
  mailbox?: string | null
}

export async function requestsTo(app: App, service: string): Promise<JournalEntry[]> {
  const entries = await app.control('GET', `/control/requests?service=${service}`)
  if (!Array.isArray(entries)) throw new Error('No list came back')
  return entries
}

/** Polls for the effect of an asynchronous event, such as a change notification. */
export async function eventually<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  return vi.waitFor(
    async () => {
      const seen = await look()
      if (!isThere(seen)) throw new Error(`It has not come: ${JSON.stringify(seen)}`)
      return seen
    },
    { timeout: 120_000, interval: 25 },
  )
}
