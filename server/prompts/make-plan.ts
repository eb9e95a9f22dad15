import { toOneLine } from '../../contract/clean-text.ts'
import type { Context } from '../context.ts'
import { requestObject } from './ask-model.ts'
import { acceptProposal, type Proposal, planInstructions, proposalSchemas } from './model-plan-proposal.ts'
import type { PlanKind } from './plan-hash.ts'
import { type ParsedPrompt, parsePrompt } from './parse-prompt.ts'

const planMaxTokens = 2000

export interface MadePlan extends ParsedPrompt {
  madeBy: 'parser' | 'model'
}

/** Turns a prompt into a plan: a model's proposal if it stays within the prompt, otherwise our own parser's. */
export async function makePlan(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  { userId, prompt, kind }: { userId: string; prompt: string; kind: PlanKind },
): Promise<MadePlan> {
  const read = parsePrompt(prompt, kind)
  const proposal = await propose(ctx, { userId, prompt, kind })
  const plan = proposal && acceptProposal(proposal, prompt, read)
  if (!proposal || !plan) return { ...read, madeBy: 'parser' }
  const warnings = [...new Set([...proposal.warnings.map(cleanWarning), ...read.serviceWarnings])].filter(Boolean)
  return { ...read, plan, warnings, confidence: Math.min(0.95, proposal.confidence), madeBy: 'model' }
}

function propose(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  { userId, prompt, kind }: { userId: string; prompt: string; kind: PlanKind },
): Promise<Proposal | null> {
  const question = { system: planInstructions, user: prompt, data: null, maxTokens: planMaxTokens }
  const about = { userId, mailboxId: null, logId: null, purpose: 'plan' }
  return kind === 'agent'
    ? requestObject(ctx, about, { ...question, schema: proposalSchemas.agent })
    : requestObject(ctx, about, { ...question, schema: proposalSchemas.store })
}

/** A model's warning is untrusted: it becomes one line of plain text. */
const cleanWarning = (text: string): string => toOneLine(text)
