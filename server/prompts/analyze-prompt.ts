import { composeText } from '../../contract/compose-text.ts'
import { fileProviderOf } from '../../contract/actions.ts'
import { FileProvider } from '../../contract/providers.ts'
import { AnalyzePromptInput, type Platform, PromptAnalysis } from '../../contract/functions/prompts.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { describeSteps, listMcpActions, listSteps, summarizeSteps } from './describe-plan.ts'
import { type MadePlan, makePlan } from './make-plan.ts'
import { type PlanKind, promptHash } from './plan-hash.ts'
import { type PlatformStates, loadPlatformStates, requiredPlatforms } from './platform-states.ts'
import { saveAnalysis } from './queries.ts'
import { parsePrompt } from './parse-prompt.ts'
import { maxPlanWarnings } from '../../contract/limits.ts'

/**
 * Describes what a prompt would do. Ignores `userId` of the body (the access token decides) and the sample message:
 * the text of a message is data and never changes a plan's steps.
 */
export const analyzePrompt = functionRoute('unified-data-source-mcp', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: AnalyzePromptInput,
  output: PromptAnalysis,
  async handle(ctx, { user: { userId }, input }) {
    const prompt = input.prompt.trim()
    if (prompt === '') fail('no_prompt_to_analyze')
    const store = input.actionType ? fileProviderOf(input.actionType) : null
    const kind = input.actionType ? (store ? 'store' : 'agent') : planKindFor(prompt)
    const made = await makePlan(ctx, { userId, prompt, kind })
    if (made.plan) await saveMadePlan(ctx, { userId, prompt, kind }, made)
    return presentAnalysis(made, await loadPlatformStates(ctx, userId), store)
  },
})

/** Without an action type, a prompt that only names files and a destination is for storing. */
const planKindFor = (prompt: string): PlanKind =>
  parsePrompt(prompt, 'agent').plan === null && parsePrompt(prompt, 'store').plan !== null ? 'store' : 'agent'

async function saveMadePlan(
  ctx: Pick<Context, 'clock' | 'db'>,
  { userId, prompt, kind }: { userId: string; prompt: string; kind: PlanKind },
  { plan, madeBy }: MadePlan,
): Promise<void> {
  if (!plan) return
  const row = { userId, promptHash: promptHash(prompt, kind), plan, madeBy, now: ctx.clock.now() }
  await ctx.db.asService((tx) => saveAnalysis(tx, row))
}

function presentAnalysis(
  { plan, confidence, warnings, platforms }: MadePlan,
  states: PlatformStates,
  store: FileProvider | null,
): PromptAnalysis {
  // If no service is named: a connected one, otherwise Dropbox.
  const place = store ?? FileProvider.options.find((name) => states.connected.has(name)) ?? 'dropbox'
  const steps = plan ? listSteps(plan, place) : []
  const needed: Platform[] = [...steps.map(({ platform }) => platform), ...platforms]
  return {
    executionPlan: {
      summary: plan
        ? summarizeSteps(steps)
        : composeText('No plan could be made. Describe what to do, with what, and where.'),
      steps: describeSteps(steps),
      confidence,
      requiredPlatforms: requiredPlatforms(needed, states),
    },
    mcpActions: listMcpActions(steps, (platform) => states.supported.has(platform)),
    warnings: warnings.slice(0, maxPlanWarnings),
  }
}
