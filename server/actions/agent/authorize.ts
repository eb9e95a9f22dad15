import type { AiAgentConfig } from '../../../contract/actions.ts'
import { platformNames } from '../../../contract/functions/prompts.ts'
import type { AgentPlan, AgentStep } from '../../prompts/plan.ts'
import type { Sent } from './fill-template.ts'
import { callsOf, ToolCall } from './tool-call.ts'

/** What a call may do, decided; or why it may not, in words for the person. */
export type Verdict = { allowed: true; step: AgentStep; call: ToolCall } | { allowed: false; why: string }

/**
 * Decides about every call before it has an effect, outside of any model (checklist A7): it must be the very call that this plan makes of
 * this mail, of a tool and a service that the step names, and the plan must keep within the configuration. Pure; takes any value.
 */
export function authorize(call: unknown, config: AiAgentConfig, plan: AgentPlan, mail: Sent): Verdict {
  const tooMany = servicesProblem(config, plan)
  if (tooMany !== null) return { allowed: false, why: tooMany }
  const read = ToolCall.safeParse(call)
  if (!read.success) return { allowed: false, why: 'It made a call that no tool takes.' }
  const step = plan.steps[read.data.step]
  const planned = callsOf(plan, mail)[read.data.step]
  if (!step || !planned || step.tool !== read.data.tool)
    return { allowed: false, why: 'It made a call that is not in the plan.' }
  if (wordsOf(planned) !== wordsOf(read.data))
    return { allowed: false, why: 'It made a call with words that are not in the plan.' }
  return { allowed: true, step, call: read.data }
}

const wordsOf = (call: ToolCall): string => ('words' in call ? call.words : 'title' in call ? call.title : '')

/** Services that the plan uses; the mail itself is none. */
export const servicesOf = (plan: AgentPlan): string[] =>
  [...new Set(plan.steps.map(({ platform }) => platform))].flatMap((platform) =>
    platform === 'email' ? [] : [platformNames[platform]],
  )

function servicesProblem({ maxConnections }: AiAgentConfig, plan: AgentPlan): string | null {
  const services = servicesOf(plan)
  return services.length <= maxConnections
    ? null
    : `It uses ${services.length} services (${services.join(', ')}), and this action may use ${maxConnections}.`
}

/**
 * Whether what was read of private files may be looked at together with the mail: not where the plan also writes what it finds into a
 * service, so that no words of a stranger carry anything from the person's files to where others may see it (checklist A11).
 */
export const mayUseFiles = ({ includeFileContext }: AiAgentConfig, plan: AgentPlan): boolean =>
  includeFileContext && !plan.steps.some(({ tool }) => tool === 'create_contact' || tool === 'create_opportunity')
