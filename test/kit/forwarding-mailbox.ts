import { z } from 'zod'
import { actingMailbox, type ActingMailbox, type SandboxMessage } from './acting-mailbox.ts'
import { confirmForwardAddress } from './forward-address.ts'
import { answerConsent, callFunction, followBack } from './outlook.ts'
import { newEmail } from './start-accounts.ts'
import type { App } from './start-app.ts'

const Outbox = z.array(z.object({ to: z.string(), subject: z.string(), html: z.string(), via: z.string() }))

/** A mailbox whose folder "Bills" forwards to an accepted address, with permission to send. */
export async function forwardingMailbox(app: App) {
  const acting = await actingMailbox(app, ['forward_mail'])
  const address = newEmail()
  await acting.configure('forward_mail', { destination_email: address })
  await confirmForwardAddress(app, acting.who, address)
  await allowSending(app, acting)
  return { acting, address }
}

/** Grants permission to send from the mailbox. @returns the query of the page after the redirect */
export async function allowSending(app: App, acting: ActingMailbox, account = acting.mailbox.email) {
  const { mailboxId } = acting.mailbox
  const input = { action: 'authorize', mailboxId, sending: true }
  const { body } = await callFunction(app, acting.who, 'mail-authentication', input)
  return Object.fromEntries(await followBack(await answerConsent(String(body.url), account)))
}

/** The messages that Outlook sent to this address, from the sandbox's outbox. */
export async function forwardsTo(app: App, address: string): Promise<z.output<typeof Outbox>> {
  const sent = Outbox.parse(await app.control('GET', '/control/outbox'))
  return sent.filter(({ to, via }) => via === 'graph' && to.split(', ').includes(address))
}

/** The forwards of a run in Sent Items, and their remains in other folders; those of all runs for ''. */
export async function forwardsOf(acting: ActingMailbox, runId = 'none') {
  const marked = (message: SandboxMessage): boolean =>
    message.singleValueExtendedProperties.some(({ value }) => value?.startsWith(runId))
  const all = (await acting.messages()).filter(marked)
  return { sent: all.filter(({ isDraft }) => !isDraft), drafts: all.filter(({ isDraft }) => isDraft) }
}
