import { composeText } from '../../../contract/compose-text.ts'
import type { Effect } from '../../../contract/action-runs.ts'
import { platformNames, type Platform } from '../../../contract/functions/prompts.ts'
import { effectLabelMaxLength } from '../../../contract/limits.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { findConnections } from '../../connections/connection-queries.ts'
import { fail } from '../../errors.ts'
import type { AgentPlan, AgentStep } from '../../prompts/plan-schema.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { ActionRunner, ActionTarget } from '../runner/action-runner.ts'
import { metadataOf } from '../runner/message-metadata.ts'
import { folderPathOf } from '../store-attachments/attachment-destination.ts'
import { planAttachments } from '../store-attachments/store-planned-attachments.ts'
import { describeSkipped } from '../store-attachments/describe-skipped.ts'
import { authorizeToolCall, mayReadFiles } from './authorize-tool-call.ts'
import { extractData } from './extract-data.ts'
import { agentStoringConfig } from './perform-tool-call.ts'
import { callsOf, type ToolCall } from './tool-call.ts'
import { labelOf, senderOf } from './contact-tools.ts'

/** Effects that a dry run lists. */
const dryRunMaxEffects = 100

type About = ActionTarget<'ai_agent_action'>
type DryRunResult = Awaited<ReturnType<ActionRunner<'ai_agent_action'>['dryRun']>>

interface StepEffects {
  effects: Effect[]
  notes: string[]
}

/** What a plan would do to a message, step by step. Calls no service and reads no file. */
export async function dryRunAgentPlan(
  ctx: Context,
  about: About,
  { plan, message }: { plan: AgentPlan; message: Message },
): Promise<DryRunResult> {
  const steps: StepEffects[] = [{ effects: [], notes: await missingServices(ctx, about, plan) }]
  const metadata = await metadataOf(ctx, about.userId, message)
  for (const call of callsOf(plan, metadata)) {
    const verdict = authorizeToolCall(call, about.config, plan, metadata)
    if (!verdict.allowed) return { effects: [], text: null, notes: [verdict.why] }
    steps.push(await describeStep(ctx, about, { plan, message, ...verdict }))
  }
  return {
    effects: steps.flatMap(({ effects }) => effects).slice(0, dryRunMaxEffects),
    text: null,
    notes: steps.flatMap(({ notes }) => notes),
  }
}

async function describeStep(
  ctx: Context,
  about: About,
  { plan, message, step, call }: { plan: AgentPlan; message: Message; step: AgentStep; call: ToolCall },
): Promise<StepEffects> {
  const sender = senderOf({ message })
  const one = (kind: Effect['kind'], label: string): StepEffects => ({
    effects: [{ kind, label: label.slice(0, effectLabelMaxLength), url: null }],
    notes: [],
  })
  switch (step.tool) {
    case 'store_file':
      return describeStoring(ctx, about, message, step)
    case 'search_files':
    case 'retrieve_file': {
      const words = 'words' in call ? call.words : ''
      if (words === '')
        return { effects: [], notes: [composeText('The plan has no words to look for files with for this email.')] }
      const values = { service: platformNames[step.platform], text: words }
      const note =
        step.tool === 'retrieve_file' && mayReadFiles(about.config, plan)
          ? composeText('Would look in {service} for files about “{text}” and read the best one.', values)
          : composeText('Would look in {service} for files about “{text}”.', values)
      return { effects: [], notes: [note] }
    }
    case 'create_contact':
      return sender
        ? one('contact', composeText('Create the contact {line}, unless it is there', { line: labelOf(sender) }))
        : { effects: [], notes: [noSender] }
    case 'create_opportunity':
      return sender && 'title' in call
        ? one(
            'deal',
            composeText('Create the opportunity “{title}” for {line}', { title: call.title, line: labelOf(sender) }),
          )
        : { effects: [], notes: [noSender] }
    case 'extract_data': {
      const values = await extractData(
        ctx,
        { userId: about.userId, mailboxId: about.mailboxId, logId: null },
        { fields: step.fields, message, files: '' },
      )
      const found = step.fields.flatMap((field, at) =>
        (values[at] ?? null) === null ? [] : [`${field}: ${values[at]}`],
      )
      return {
        effects: found.flatMap((label) => one('data', label).effects),
        notes: found.length === 0 ? [composeText('None of the data was found in the email.')] : [],
      }
    }
  }
}

const noSender = composeText('The email has no sender’s address: nothing would be created.')

async function describeStoring(
  ctx: RemoteContext,
  about: About,
  message: Message,
  step: Extract<AgentStep, { tool: 'store_file' }>,
): Promise<StepEffects> {
  const plan = await planAttachments(ctx, { ...about, config: agentStoringConfig(step.platform) }, message, step)
  if (plan === 'mail_gone') fail(plan)
  const planned = plan ?? []
  const stored = planned.filter(({ skipReason }) => skipReason === null)
  return {
    effects: stored.map(({ name, folder }) => ({
      kind: 'file',
      label: composeText('Store “{file}” in {line} of {service}', {
        file: name,
        line: folderPathOf(folder),
        service: platformNames[step.platform],
      }).slice(0, effectLabelMaxLength),
      url: null,
    })),
    notes: describeSkipped(
      planned.flatMap(({ attachment, skipReason }) =>
        skipReason === null ? [] : [{ name: attachment.name, reason: skipReason }],
      ),
    ),
  }
}

async function missingServices(ctx: Pick<Context, 'db'>, { userId }: About, plan: AgentPlan): Promise<string[]> {
  const connections = await ctx.db.asService((tx) => findConnections(tx, userId))
  const active = new Set<Platform>(
    connections.flatMap(({ provider, status }) => (status === 'active' ? [provider] : [])),
  )
  const used = new Set(plan.steps.map(({ platform }) => platform))
  return [...used]
    .filter((platform) => platform !== 'email' && !active.has(platform))
    .map((platform) => composeText('{service} is not connected.', { service: platformNames[platform] }))
}
