import { type EnhancementSentences, enhancementSentences } from './enhancement-sentences.ts'
import type { AgentStep, StoredPlan } from './plan-schema.ts'
import { parsePrompt } from './parse-prompt.ts'
import { actionTextMaxLength } from '../../contract/limits.ts'

/**
 * Completes a user's prompt in its language: when, what, where, names, and what not to do. Only adds sentences that
 * describe existing behaviour, so the plan stays the same. Idempotent. At most 4,000 characters: sentences that do
 * not fit are left out.
 */
export function completePrompt(prompt: string): string {
  const agent = parsePrompt(prompt, 'agent')
  const read = agent.plan ? agent : parsePrompt(prompt, 'store')
  const sentences = enhancementSentences(read.language)
  const own = prompt.trim()
  const start = own.startsWith(sentences.trigger) || sentences.saysWhen.test(own) ? own : `${sentences.trigger} ${own}`
  const added = missingSentences(read.plan, sentences).filter((sentence) => !own.includes(sentence))
  return added.reduce(
    (text, sentence) => (text.length + sentence.length < actionTextMaxLength ? `${text}\n${sentence}` : text),
    withFullStop(start).length <= actionTextMaxLength ? withFullStop(start) : own,
  )
}

function missingSentences(plan: StoredPlan | null, sentences: EnhancementSentences): string[] {
  if (!plan) return [sentences.where, sentences.nothingElse]
  const tools = new Set<AgentStep['tool']>(plan.kind === 'agent' ? plan.steps.map(({ tool }) => tool) : ['store_file'])
  const folders =
    plan.kind === 'agent' ? plan.steps.flatMap((step) => ('folder' in step ? [step.folder] : [])) : [plan.folder]
  return [
    ...(folders.some((folder) => folder.length === 0) ? [sentences.baseFolder] : []),
    ...(tools.has('store_file') ? [sentences.names, sentences.nameConflict, sentences.inline] : []),
    ...(tools.has('create_contact') ? [sentences.contact] : []),
    ...(tools.has('extract_data') ? [sentences.missing] : []),
    sentences.nothingElse,
  ]
}

const withFullStop = (text: string): string => (/[\p{L}\p{N}}"”“»)]$/u.test(text) ? `${text}.` : text)
