import { callFunction, type Visitor } from './outlook.ts'
import { lastEmailTo, type SentEmail } from './outbox.ts'
import type { App } from './start-app.ts'
import { openLink } from './verify-link.ts'

/** The link of an email that asks the recipient to accept forwarded mail. */
export function confirmationLinkIn({ text }: SentEmail): URL {
  const link = /^https?:\S+\/api\/forward-address\?\S+$/m.exec(text)?.[0]
  if (!link) throw new Error('There is no link in this e-mail')
  return new URL(link)
}

/** Presses the accept button of the linked page where it is shown. @returns status and HTML of the response */
export async function pressConfirm(link: URL): Promise<[status: number, page: string]> {
  const { page } = await openLink(link)
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? link.searchParams.get('token') ?? ''
  const body = new URLSearchParams({ token })
  const response = await fetch(new URL('/api/forward-address', link), { method: 'POST', body })
  return [response.status, await response.text()]
}

/** Presses the revoke button, which the page shows after acceptance. */
export async function pressRevoke(link: URL): Promise<[status: number, page: string]> {
  const body = new URLSearchParams({ token: link.searchParams.get('token') ?? '', answer: 'end' })
  const response = await fetch(new URL('/api/forward-address', link), { method: 'POST', body })
  return [response.status, await response.text()]
}

/** Requests acceptance from an address, and accepts as its recipient. */
export async function confirmForwardAddress(app: App, who: Visitor, address: string): Promise<void> {
  await callFunction(app, who, 'forward-addresses', { action: 'ask', address })
  const [status] = await pressConfirm(confirmationLinkIn(await lastEmailTo(app, address)))
  if (status !== 200) throw new Error(`Confirming the address returned ${status}`)
}
