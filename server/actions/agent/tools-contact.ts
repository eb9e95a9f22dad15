import { createHash } from 'node:crypto'
import { requireConnection } from '../../connections/require-connection.ts'
import { ServiceProblem } from '../../connections/service-problem.ts'
import { withConnection } from '../../connections/with-connection.ts'
import { cleanLine } from '../../vendors/clean-text.ts'
import type { Crm, CrmRecord } from '../../vendors/crm.ts'
import type { GraphAddress } from '../../vendors/graph.ts'
import { ServiceError } from '../../vendors/service-error.ts'
import { isContactBeingMade } from './agent-queries.ts'
import { goesOn, type AgentRun, type StepOutcome } from './agent-run.ts'
import { nothing } from './progress.ts'

const provider = 'teamleader'

/** The sender of the mail as a contact, unless there is one with that address. */
export async function createContact(agent: AgentRun): Promise<StepOutcome> {
  const sender = senderOf(agent)
  if (!sender) return goesOn({ ...nothing, notes: ['The mail has no sender’s address: no contact was made.'] })
  const { record, isNew } = await contactFor(agent, sender)
  const label = `${labelOf(sender)}${isNew ? '' : ' (was there already)'}`
  return goesOn({ ...nothing, effects: [{ kind: 'contact', label, url: record.url }] })
}

/** An opportunity of the sender, who becomes a contact first where they are none. What the mail says goes into its summary, marked as such. */
export async function createOpportunity(agent: AgentRun, title: string, step: number): Promise<StepOutcome> {
  const sender = senderOf(agent)
  if (!sender) return goesOn({ ...nothing, notes: ['The mail has no sender’s address: no opportunity was made.'] })
  const { record: contact } = await contactFor(agent, sender)
  // Its answer may have been lost: it is known again by this line.
  const mark = `Mailroom ref. ${agent.run.runId}-${step}`
  const deal = { contactId: contact.id, title, summary: `${summaryOf(agent, sender)}\n\n${mark}` }
  const record = await calling(agent, async (crm, token, hold) => {
    const there = await crm.findDeal(token, { contactId: contact.id, mark })
    if (there) return there
    await hold()
    return crm.createDeal(token, deal)
  })
  return goesOn({ ...nothing, effects: [{ kind: 'deal', label: title, url: record.url }] })
}

/** The address to look for and the name to show; null where the mail has none that could be written to. */
export function senderOf({ mail: { from } }: Pick<AgentRun, 'mail'>): GraphAddress | null {
  return from && /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,255}$/.test(from.address) ? from : null
}

export const labelOf = ({ name, address }: GraphAddress): string =>
  cleanLine(name === '' || name === address ? address : `${name} <${address}>`, 250)

async function contactFor(agent: AgentRun, sender: GraphAddress): Promise<{ record: CrmRecord; isNew: boolean }> {
  const { userId, runId } = agent.run
  const { address } = sender
  const contact = createHash('sha256').update(`${userId} ${address}`).digest('hex')
  await agent.before(async (tx) => {
    if (await isContactBeingMade(tx, { runId, userId, contact }))
      throw new ServiceError(provider, 'later', { status: 0, code: 'paused', retryAfterMs: 15_000 })
  }, contact)
  return calling(agent, async (crm, token, hold) => {
    const there = await crm.findContact(token, address)
    if (there) return { record: there, isNew: false }
    await hold(contact)
    return { record: await crm.createContact(token, { address, ...namesOf(sender) }), isNew: true }
  })
}

/**
 * @param call looks before it makes anything, for it runs again where the service wants a fresh token; `hold` is awaited directly before what
 * has an effect
 */
function calling<T>(
  agent: AgentRun,
  call: (crm: Crm, token: string, hold: (contact?: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const at = { userId: agent.run.userId, provider } as const
  return withConnection(agent.ctx, at, ({ crm }, token, accountId) => {
    if (!crm) throw new ServiceProblem(provider, 'not_connected')
    return call(crm, token, (contact) => agent.before((tx) => requireConnection(tx, at, accountId), contact))
  })
}

/** "Doe, Jane" is Jane Doe; whoever gave no name is called by the address. */
function namesOf({ name, address }: GraphAddress): { firstName: string | null; lastName: string } {
  const plain = cleanLine(name, 120).replace(/["<>]/g, '').trim()
  const [last = '', first = ''] = plain.split(',', 2).map((part) => part.trim())
  if (first !== '' && last !== '') return { firstName: first, lastName: last }
  const words = plain === address ? [] : plain.split(/[\s,]+/).filter((word) => word !== '')
  const lastName = words.at(-1) ?? address.slice(0, address.indexOf('@'))
  return { firstName: words.length > 1 ? words.slice(0, -1).join(' ') : null, lastName }
}

function summaryOf({ mail, found }: AgentRun, sender: GraphAddress): string {
  const lines = [`From a mail of ${labelOf(sender)}: ${cleanLine(mail.subject ?? '', 200)}`]
  if (found.length > 0) lines.push('Found in the mail, not checked:', ...found)
  return lines.join('\n')
}
