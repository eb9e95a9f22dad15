import { FileProvider } from '../../contract/providers.ts'
import { AnalyzePromptInput, type Platform, PromptAnalysis } from '../../contract/functions/prompts.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { describeSteps, mcpActionsOf, stepsOf, summaryOf } from './describe-plan.ts'
import { type MadePlan, makePlan } from './make-plan.ts'
import { type PlanKind, promptHash } from './plan-hash.ts'
import { type PlatformStates, platformStates, requiredPlatforms } from './platforms.ts'
import { putAnalysis } from './queries.ts'
import { readPrompt } from './read-prompt.ts'

/**
 * What a prompt would do (specification §3, §7, §9). `userId` of the body is not looked at (decision T4), and neither is the sample
 * mail: what stands in a mail never changes a plan's steps (checklist A5, A21).
 */
export const analyzePrompt = fn('unified-data-source-mcp', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: AnalyzePromptInput,
  output: PromptAnalysis,
  async handle(ctx, { user: { userId }, input }) {
    const prompt = input.prompt.trim()
    if (prompt === '') fail('no_prompt_to_analyze')
    const kind = kindFor(prompt, input.actionType)
    const made = await makePlan(ctx, { userId, prompt, kind })
    if (made.plan) await keep(ctx, { userId, prompt, kind }, made)
    return present(made, await platformStates(ctx, userId), storeOf(input.actionType))
  },
})

type ActionType = AnalyzePromptInput['actionType']

const storeOf = (type: ActionType): FileProvider | null => {
  const read = FileProvider.safeParse(type?.replace('store_attachment_', ''))
  return read.success ? read.data : null
}

/** Where the action is not told, words that only say which files and where are for storing. */
function kindFor(prompt: string, type: ActionType): PlanKind {
  if (type !== undefined) return storeOf(type) ? 'store' : 'agent'
  return readPrompt(prompt, 'agent').plan === null && readPrompt(prompt, 'store').plan !== null ? 'store' : 'agent'
}

async function keep(
  ctx: Pick<Context, 'clock' | 'db'>,
  { userId, prompt, kind }: { userId: string; prompt: string; kind: PlanKind },
  { plan, madeBy }: MadePlan,
): Promise<void> {
  if (!plan) return
  const row = { userId, promptHash: promptHash(prompt, kind), plan, madeBy, now: ctx.clock.now() }
  await ctx.db.asService((tx) => putAnalysis(tx, row))
}

function present(
  { plan, confidence, warnings, platforms }: MadePlan,
  states: PlatformStates,
  store: FileProvider | null,
): PromptAnalysis {
  // Where no service is named: the connected one, else the one of the catalogue.
  const place = store ?? FileProvider.options.find((name) => states.connected.has(name)) ?? 'dropbox'
  const steps = plan ? stepsOf(plan, place) : []
  const needed: Platform[] = [...steps.map(({ platform }) => platform), ...platforms]
  return {
    executionPlan: {
      summary: plan
        ? summaryOf(steps)
        : 'Nothing of this could be planned. Say what is to be done, with what, and where.',
      steps: describeSteps(steps),
      confidence,
      requiredPlatforms: requiredPlatforms(needed, states),
    },
    mcpActions: mcpActionsOf(steps, (platform) => states.supported.has(platform)),
    warnings: warnings.slice(0, 20),
  }
}
