import { callFunction, type Visitor } from './outlook.ts'
import { lastEmailTo, type SentEmail } from './outbox.ts'
import type { App } from './start-app.ts'
import { openLink } from './verify-link.ts'

/** The link of an email that asks the recipient to accept forwarded mail. */
export function agreementLinkIn({ text }: SentEmail): URL {
  const link = /^https?:\S+\/api\/forward-address\?\S+$/m.exec(text)?.[0]
  if (!link) throw new Error('There is no link in this e-mail')
  return new URL(link)
}

/** Presses the accept button of the linked page where it is shown. @returns status and HTML of the response */
export async function pressAgree(link: URL): Promise<[status: number, page: string]> {
  const { page } = await openLink(link)
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? link.searchParams.get('token') ?? ''
  const body = new URLSearchParams({ token })
  const answer = await fetch(new URL('/api/forward-address', link), { method: 'POST', body })
  return [answer.status, await answer.text()]
}

/** Presses the revoke button, which the page shows after acceptance. */
export async function pressRevoke(link: URL): Promise<[status: number, page: string]> {
  const body = new URLSearchParams({ token: link.searchParams.get('token') ?? '', answer: 'end' })
  const answer = await fetch(new URL('/api/forward-address', link), { method: 'POST', body })
  return [answer.status, await answer.text()]
}

/** Requests acceptance from an address, and accepts as its recipient. */
export async function agree(app: App, who: Visitor, address: string): Promise<void> {
  await callFunction(app, who, 'forward-addresses', { action: 'ask', address })
  const [status] = await pressAgree(agreementLinkIn(await lastEmailTo(app, address)))
  if (status !== 200) throw new Error(`Agreeing ended with ${status}`)
}
