import type { Effect } from '../../../contract/action-runs.ts'
import { platformNames, type Platform } from '../../../contract/functions/prompts.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { connectionsOf } from '../../connections/queries.ts'
import type { AgentPlan, AgentStep } from '../../prompts/plan.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import type { ActionRunner, RunAbout } from '../runner.ts'
import { pathOf } from '../store/place.ts'
import { planStoring } from '../store/store-planned.ts'
import { leftOutNotes } from '../store/words.ts'
import { authorize, mayUseFiles } from './authorize.ts'
import { extractData } from './extract-data.ts'
import { storingConfig } from './perform-call.ts'
import { callsOf, type ToolCall } from './tool-call.ts'
import { labelOf, senderOf } from './tools-contact.ts'

type About = RunAbout<'ai_agent_action'>
type Shown = Awaited<ReturnType<ActionRunner<'ai_agent_action'>['test']>>

interface Said {
  effects: Effect[]
  notes: string[]
}

/** What a plan would do to a mail, step by step. No service is called, and no file is read. */
export async function testPlan(
  ctx: Context,
  about: About,
  { plan, mail }: { plan: AgentPlan; mail: GraphMessage },
): Promise<Shown> {
  const said: Said[] = [{ effects: [], notes: await missingServices(ctx, about, plan) }]
  for (const call of callsOf(plan, mail)) {
    const verdict = authorize(call, about.config, plan, mail)
    if (!verdict.allowed) return { effects: [], text: null, notes: [verdict.why] }
    said.push(await wouldDo(ctx, about, { plan, mail, ...verdict }))
  }
  return {
    effects: said.flatMap(({ effects }) => effects).slice(0, 100),
    text: null,
    notes: said.flatMap(({ notes }) => notes),
  }
}

async function wouldDo(
  ctx: Context,
  about: About,
  { plan, mail, step, call }: { plan: AgentPlan; mail: GraphMessage; step: AgentStep; call: ToolCall },
): Promise<Said> {
  const sender = senderOf({ mail })
  const one = (kind: Effect['kind'], label: string): Said => ({
    effects: [{ kind, label: label.slice(0, 300), url: null }],
    notes: [],
  })
  switch (step.tool) {
    case 'store_file':
      return wouldStore(ctx, about, mail, step)
    case 'search_files':
    case 'retrieve_file': {
      const words = 'words' in call ? call.words : ''
      if (words === '') return { effects: [], notes: ['The plan has no words for this mail to look for files with.'] }
      const reads = step.tool === 'retrieve_file' && mayUseFiles(about.config, plan) ? ' and read the best one' : ''
      return {
        effects: [],
        notes: [`Would look in ${platformNames[step.platform]} for files about “${words}”${reads}.`],
      }
    }
    case 'create_contact':
      return sender
        ? one('contact', `Create the contact ${labelOf(sender)}, unless it is there`)
        : { effects: [], notes: [noSender] }
    case 'create_opportunity':
      return sender && 'title' in call
        ? one('deal', `Create the opportunity “${call.title}” for ${labelOf(sender)}`)
        : { effects: [], notes: [noSender] }
    case 'extract_data': {
      const values = await extractData(
        ctx,
        { userId: about.userId, mailboxId: about.mailboxId, logId: null },
        { fields: step.fields, mail, files: '' },
      )
      const found = step.fields.flatMap((field, at) =>
        (values[at] ?? null) === null ? [] : [`${field}: ${values[at]}`],
      )
      return {
        effects: found.flatMap((label) => one('data', label).effects),
        notes: found.length === 0 ? ['None of the data was found in the mail.'] : [],
      }
    }
  }
}

const noSender = 'The mail has no sender’s address: nothing would be created.'

async function wouldStore(
  ctx: RemoteContext,
  about: About,
  mail: GraphMessage,
  step: Extract<AgentStep, { tool: 'store_file' }>,
): Promise<Said> {
  const planned = (await planStoring(ctx, { ...about, config: storingConfig(step.platform) }, mail, step)) ?? []
  const stored = planned.filter(({ leftOut }) => leftOut === null)
  return {
    effects: stored.map(({ name, folder }) => ({
      kind: 'file',
      label: `Store “${name}” in ${pathOf(folder)} of ${platformNames[step.platform]}`.slice(0, 300),
      url: null,
    })),
    notes: leftOutNotes(
      planned.flatMap(({ attachment: { name }, leftOut }) => (leftOut === null ? [] : [{ name, reason: leftOut }])),
    ),
  }
}

async function missingServices(ctx: Pick<Context, 'db'>, { userId }: About, plan: AgentPlan): Promise<string[]> {
  const connections = await ctx.db.asService((tx) => connectionsOf(tx, userId))
  const active = new Set<Platform>(
    connections.flatMap(({ provider, status }) => (status === 'active' ? [provider] : [])),
  )
  const used = new Set(plan.steps.map(({ platform }) => platform))
  return [...used]
    .filter((platform) => platform !== 'email' && !active.has(platform))
    .map((platform) => `${platformNames[platform]} is not connected.`)
}
