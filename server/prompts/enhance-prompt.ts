import { actionTextMaxLength } from '../../contract/actions.ts'
import { EnhancePromptInput, EnhancePromptOutput } from '../../contract/functions/prompts.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { askForText } from './ask-model.ts'
import { completePrompt } from './complete-prompt.ts'
import { readPrompt } from './read-prompt.ts'

const instructions = `You rewrite what a person wrote about their incoming mail, so that it says completely: when, with which files or data, where to, under which names,
and what is not to be done. Keep their language and every service, folder, sender, name and condition that they wrote, word for word.
Add no service, folder, address, link or step of your own. Answer with the rewritten text alone, in plain sentences, at most 1500 characters.`

/** Makes a prompt complete (specification §4, §7): by a model that keeps to it, else by our own sentences. */
export const enhancePrompt = fn('ai-prompt-enhancer', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: EnhancePromptInput,
  output: EnhancePromptOutput,
  async handle(ctx, { user: { userId }, input }) {
    const prompt = input.prompt.trim()
    if (prompt === '') fail('no_prompt_to_enhance')
    const about = { userId, mailboxId: null, logId: null, purpose: 'enhance' }
    const text = await askForText(ctx, about, { system: instructions, user: prompt, data: null, maxTokens: 800 })
    const rewritten = text === null ? null : cleaned(text)
    return { enhancedPrompt: rewritten !== null && keepsTo(prompt, rewritten) ? rewritten : completePrompt(prompt) }
  },
})

const cleaned = (text: string): string => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()

/** Names every service that the person named and no other; no address, link or markup that they did not write. */
function keepsTo(prompt: string, rewritten: string): boolean {
  if (rewritten === '' || rewritten.length > actionTextMaxLength) return false
  const [before, after] = [readPrompt(prompt, 'agent'), readPrompt(rewritten, 'agent')]
  const same = (a: readonly string[], b: readonly string[]) => new Set(a).symmetricDifference(new Set(b)).size === 0
  const isNew = (text: string) => !prompt.includes(text)
  const linked =
    rewritten.match(/[\w.+-]{1,64}@[\w.-]{1,190}|https?:\/\/\S{1,300}|www\.\S{1,300}|[<>]|!?\[[^\]]{0,100}\]\(/g) ?? []
  return same(before.platforms, after.platforms) && !linked.some(isNew)
}
