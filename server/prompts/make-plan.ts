import type { Context } from '../context.ts'
import { askForObject } from './ask-model.ts'
import { planWithin, type Proposal, proposalInstructions, proposals } from './model-plan.ts'
import type { PlanKind } from './plan-hash.ts'
import { type ReadText, readPrompt } from './read-prompt.ts'

export interface MadePlan extends ReadText {
  madeBy: 'parser' | 'model'
}

/** What a prompt becomes: a model's proposal where there is one that stays within the prompt, else our own reading of it. */
export async function makePlan(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  { userId, prompt, kind }: { userId: string; prompt: string; kind: PlanKind },
): Promise<MadePlan> {
  const read = readPrompt(prompt, kind)
  const proposal = await propose(ctx, { userId, prompt, kind })
  const plan = proposal && planWithin(proposal, prompt, read)
  if (!proposal || !plan) return { ...read, madeBy: 'parser' }
  const warnings = [...new Set([...proposal.warnings.map(cleanWarning), ...read.serviceWarnings])].filter(Boolean)
  return { ...read, plan, warnings, confidence: Math.min(0.95, proposal.confidence), madeBy: 'model' }
}

function propose(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  { userId, prompt, kind }: { userId: string; prompt: string; kind: PlanKind },
): Promise<Proposal | null> {
  const question = { system: proposalInstructions, user: prompt, data: null, maxTokens: 2000 }
  const about = { userId, mailboxId: null, logId: null, purpose: 'plan' }
  return kind === 'agent'
    ? askForObject(ctx, about, { ...question, schema: proposals.agent })
    : askForObject(ctx, about, { ...question, schema: proposals.store })
}

/** Shown as text, in one line (checklist A22). */
const cleanWarning = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
