import { callFunction, type Visitor } from './outlook.ts'
import { lastEmailTo, type SentEmail } from './outbox.ts'
import type { App } from './start-app.ts'
import { openLink } from './verify-link.ts'

/** The address behind the button of an e-mail that asks whether mail may be forwarded. */
export function agreementLinkIn({ text }: SentEmail): URL {
  const link = /^https?:\S+\/api\/forward-address\?\S+$/m.exec(text)?.[0]
  if (!link) throw new Error('There is no link in this e-mail')
  return new URL(link)
}

/** Presses the button of the page behind the link, as long as there is one. @returns status and page of the answer */
export async function pressAgree(link: URL): Promise<[status: number, page: string]> {
  const { page } = await openLink(link)
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? link.searchParams.get('token') ?? ''
  const body = new URLSearchParams({ token })
  const answer = await fetch(new URL('/api/forward-address', link), { method: 'POST', body })
  return [answer.status, await answer.text()]
}

/** Presses the other button of the page, which is there once it was agreed to. */
export async function pressEnd(link: URL): Promise<[status: number, page: string]> {
  const body = new URLSearchParams({ token: link.searchParams.get('token') ?? '', answer: 'end' })
  const answer = await fetch(new URL('/api/forward-address', link), { method: 'POST', body })
  return [answer.status, await answer.text()]
}

/** Asks an address, and agrees as whoever reads it. */
export async function agree(app: App, who: Visitor, address: string): Promise<void> {
  await callFunction(app, who, 'forward-addresses', { action: 'ask', address })
  const [status] = await pressAgree(agreementLinkIn(await lastEmailTo(app, address)))
  if (status !== 200) throw new Error(`Agreeing ended with ${status}`)
}
