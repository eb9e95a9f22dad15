import { composeText } from '../../../contract/compose-text.ts'
import type { AiAgentConfig } from '../../../contract/actions.ts'
import { platformNames } from '../../../contract/functions/prompts.ts'
import type { AgentPlan, AgentStep } from '../../prompts/plan-schema.ts'
import type { MessageMetadata } from '../runner/message-metadata.ts'
import { callsOf, ToolCall } from './tool-call.ts'

export interface AuthorizedCall {
  allowed: true
  step: AgentStep
  call: ToolCall
}

/** The allowed call with its step, or why it is refused, in words for the user. */
type Verdict = AuthorizedCall | { allowed: false; why: string }

/**
 * Decides, outside of any model, whether a call may have an effect: it must equal the call that this plan makes for
 * this message, and the plan must stay within the configuration. The text of a message and every answer of a model
 * are data: whatever `call` is, the effects stay within what the user configured. Pure. See docs/security.md.
 */
export function authorizeToolCall(
  call: unknown,
  config: AiAgentConfig,
  plan: AgentPlan,
  message: MessageMetadata,
): Verdict {
  const tooMany = tooManyServices(config, plan)
  if (tooMany !== null) return { allowed: false, why: tooMany }
  const read = ToolCall.safeParse(call)
  if (!read.success) return { allowed: false, why: composeText('It made a call that no tool takes.') }
  const step = plan.steps[read.data.step]
  const planned = callsOf(plan, message)[read.data.step]
  if (!step || !planned || step.tool !== read.data.tool)
    return { allowed: false, why: composeText('It made a call that is not in the plan.') }
  if (freeTextOf(planned) !== freeTextOf(read.data))
    return { allowed: false, why: composeText('It made a call with words that are not in the plan.') }
  return { allowed: true, step, call: read.data }
}

const freeTextOf = (call: ToolCall): string => ('words' in call ? call.words : 'title' in call ? call.title : '')

/** Services that the plan uses, the mailbox excluded. */
const servicesUsed = (plan: AgentPlan): string[] =>
  [...new Set(plan.steps.map(({ platform }) => platform))].flatMap((platform) =>
    platform === 'email' ? [] : [platformNames[platform]],
  )

function tooManyServices({ maxConnections }: AiAgentConfig, plan: AgentPlan): string | null {
  const services = servicesUsed(plan)
  return services.length <= maxConnections
    ? null
    : composeText('It uses {number} services ({services}), and this action may use {number2}.', {
        number: services.length,
        services: services.join(', '),
        number2: maxConnections,
      })
}

/**
 * Whether the text of the user's files may be combined with the message. Not if the plan also writes into a service:
 * untrusted text, private files and an external destination together would let a sender exfiltrate the user's files.
 */
export const mayReadFiles = ({ includeFileContext }: AiAgentConfig, plan: AgentPlan): boolean =>
  includeFileContext && !plan.steps.some(({ tool }) => tool === 'create_contact' || tool === 'create_opportunity')
