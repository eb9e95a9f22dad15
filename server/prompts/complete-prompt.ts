import { actionTextMaxLength } from '../../contract/actions.ts'
import { type EnhancementWords, enhancementWords } from './enhancement-words.ts'
import type { AgentStep, StoredPlan } from './plan.ts'
import { readPrompt } from './read-prompt.ts'

/**
 * The person's own words, made complete in their language: when, what, where, names, and what not. Nothing is added that does not hold
 * anyway, so the plan stays the same; done twice, it is as once. At most 4,000 characters: sentences that do not fit are left out.
 */
export function completePrompt(prompt: string): string {
  const agent = readPrompt(prompt, 'agent')
  const read = agent.plan ? agent : readPrompt(prompt, 'store')
  const words = enhancementWords(read.language)
  const own = prompt.trim()
  const start = own.startsWith(words.trigger) || words.saysWhen.test(own) ? own : `${words.trigger} ${own}`
  const added = sentencesFor(read.plan, words).filter((sentence) => !own.includes(sentence))
  return added.reduce(
    (text, sentence) => (text.length + sentence.length < actionTextMaxLength ? `${text}\n${sentence}` : text),
    start.length <= actionTextMaxLength ? closed(start) : own,
  )
}

function sentencesFor(plan: StoredPlan | null, words: EnhancementWords): string[] {
  if (!plan) return [words.where, words.nothingElse]
  const tools = new Set<AgentStep['tool']>(plan.kind === 'agent' ? plan.steps.map(({ tool }) => tool) : ['store_file'])
  const folders =
    plan.kind === 'agent' ? plan.steps.flatMap((step) => ('folder' in step ? [step.folder] : [])) : [plan.folder]
  return [
    ...(folders.some((folder) => folder.length === 0) ? [words.baseFolder] : []),
    ...(tools.has('store_file') ? [words.names, words.taken, words.inline] : []),
    ...(tools.has('create_contact') ? [words.contact] : []),
    ...(tools.has('extract_data') ? [words.missing] : []),
    words.nothingElse,
  ]
}

const closed = (text: string): string => (/[\p{L}\p{N}}"”“»)]$/u.test(text) ? `${text}.` : text)
