import { composeText } from '../../../contract/compose-text.ts'
import { createHash } from 'node:crypto'
import { requireConnection } from '../../connections/require-connection.ts'
import { ConnectionAccessError } from '../../connections/connection-access-error.ts'
import { withConnection } from '../../connections/with-connection.ts'
import { concurrentEffectRetryMs } from '../limits.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import type { Crm, CrmRecord } from '../../vendors/services/crm.ts'
import type { Address } from '../../vendors/mailbox/message.ts'
import { RunPostponed } from '../runner/run-postponed.ts'
import { isContactBeingCreated } from './agent-queries.ts'
import { continueWith, type AgentRun, type StepOutcome } from './agent-run.ts'
import { emptyStepResult } from './agent-progress.ts'

/** Characters of names and subjects from an email in contacts, deals and effects. */
const senderLabelMaxLength = 250
const contactNameMaxLength = 120
const shownSubjectMaxLength = 200

const provider = 'teamleader'

/** Creates the sender as a contact unless one with that address exists. */
export async function createContact(agent: AgentRun): Promise<StepOutcome> {
  const sender = senderOf(agent)
  if (!sender)
    return continueWith({
      ...emptyStepResult,
      notes: [composeText('The email has no sender’s address: no contact was created.')],
    })
  const { record, isNew } = await findOrCreateContact(agent, sender)
  const line = labelOf(sender)
  const label = isNew ? line : composeText('{line} (was there already)', { line })
  return continueWith({ ...emptyStepResult, effects: [{ kind: 'contact', label, url: record.url }] })
}

/**
 * Creates an opportunity for the sender, who becomes a contact first if necessary. Data from the message goes into
 * its summary, marked as unchecked.
 */
export async function createOpportunity(agent: AgentRun, title: string, step: number): Promise<StepOutcome> {
  const sender = senderOf(agent)
  if (!sender)
    return continueWith({
      ...emptyStepResult,
      notes: [composeText('The email has no sender’s address: no opportunity was created.')],
    })
  const { record: contact } = await findOrCreateContact(agent, sender)
  // Identifies the opportunity if the response of an earlier attempt was lost.
  const mark = `Mailroom ref. ${agent.run.runId}-${step}`
  const deal = { contactId: contact.id, title, summary: `${dealSummary(agent, sender)}\n\n${mark}` }
  const record = await withCrm(agent, async (crm, token, beforeEffect) => {
    const existing = await crm.findDeal(token, { contactId: contact.id, mark })
    if (existing) return existing
    await beforeEffect()
    return crm.createDeal(token, deal)
  })
  return continueWith({ ...emptyStepResult, effects: [{ kind: 'deal', label: title, url: record.url }] })
}

/** The sender's address and name; null if the message has no valid sender address. */
export function senderOf({ message: { from } }: Pick<AgentRun, 'message'>): Address | null {
  return from && /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,255}$/.test(from.address) ? from : null
}

export const labelOf = ({ name, address }: Address): string =>
  cleanLine(name === '' || name === address ? address : `${name} <${address}>`, senderLabelMaxLength)

async function findOrCreateContact(agent: AgentRun, sender: Address): Promise<{ record: CrmRecord; isNew: boolean }> {
  const { userId, runId } = agent.run
  const { address } = sender
  const contact = createHash('sha256').update(`${userId} ${address}`).digest('hex')
  await agent.beforeEffect(async (tx) => {
    if (await isContactBeingCreated(tx, { runId, userId, contact })) throw new RunPostponed(concurrentEffectRetryMs)
  }, contact)
  return withCrm(agent, async (crm, token, beforeEffect) => {
    const existing = await crm.findContact(token, address)
    if (existing) return { record: existing, isNew: false }
    await beforeEffect(contact)
    return { record: await crm.createContact(token, { address, ...parseContactName(sender) }), isNew: true }
  })
}

/**
 * @param call runs again with a fresh token, so it must look for an existing record before it creates one, and await
 * `beforeEffect` directly before the creation
 */
function withCrm<T>(
  agent: AgentRun,
  call: (crm: Crm, token: string, beforeEffect: (contact?: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const at = { userId: agent.run.userId, provider } as const
  return withConnection(agent.ctx, at, ({ crm }, token, accountId) => {
    if (!crm) throw new ConnectionAccessError(provider, 'not_connected')
    return call(crm, token, (contact) => agent.beforeEffect((tx) => requireConnection(tx, at, accountId), contact))
  })
}

/** Reads "Doe, Jane" as Jane Doe. Without a name, the local part of the address is the last name. */
function parseContactName({ name, address }: Address): { firstName: string | null; lastName: string } {
  const plain = cleanLine(name, contactNameMaxLength).replace(/["<>]/g, '').trim()
  const [last = '', first = ''] = plain.split(',', 2).map((part) => part.trim())
  if (first !== '' && last !== '') return { firstName: first, lastName: last }
  const words = plain === address ? [] : plain.split(/[\s,]+/).filter((word) => word !== '')
  const lastName = words.at(-1) ?? address.slice(0, address.indexOf('@'))
  return { firstName: words.length > 1 ? words.slice(0, -1).join(' ') : null, lastName }
}

function dealSummary({ message, found }: AgentRun, sender: Address): string {
  const lines = [`From an email of ${labelOf(sender)}: ${cleanLine(message.subject ?? '', shownSubjectMaxLength)}`]
  if (found.length > 0) lines.push('Found in the email, not checked:', ...found)
  return lines.join('\n')
}
