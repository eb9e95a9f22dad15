import { removeInvisible } from '../../contract/clean-text.ts'
import { EnhancePromptInput, EnhancePromptOutput } from '../../contract/functions/prompts.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { requestText } from './ask-model.ts'
import { completePrompt } from './complete-prompt.ts'
import { parsePrompt } from './parse-prompt.ts'
import { actionTextMaxLength } from '../../contract/limits.ts'

const enhancedPromptMaxTokens = 800

const instructions = [
  'You rewrite what a person wrote about their incoming mail, so that it says completely: when, with ' +
    'which files or data, where to, under which names,',
  'and what is not to be done. Keep their language and every service, folder, sender, name and ' +
    'condition that they wrote, word for word.',
  'Add no service, folder, address, link or step of your own. Answer with the rewritten text alone, in ' +
    'plain sentences, at most 1500 characters.',
].join('\n')

/** Completes a prompt: with the model's rewriting if it keeps the meaning, otherwise with fixed sentences. */
export const enhancePrompt = functionRoute('ai-prompt-enhancer', {
  auth: 'user',
  limit: perUser(30, 'minute'),
  input: EnhancePromptInput,
  output: EnhancePromptOutput,
  async handle(ctx, { user: { userId }, input }) {
    const prompt = input.prompt.trim()
    if (prompt === '') fail('no_prompt_to_enhance')
    const about = { userId, mailboxId: null, logId: null, purpose: 'enhance' }
    const text = await requestText(ctx, about, {
      system: instructions,
      user: prompt,
      data: null,
      maxTokens: enhancedPromptMaxTokens,
    })
    const rewritten = text === null ? null : removeControlCharacters(text)
    return {
      enhancedPrompt: rewritten !== null && keepsMeaning(prompt, rewritten) ? rewritten : completePrompt(prompt),
    }
  },
})

const removeControlCharacters = (text: string): string => removeInvisible(text).trim()

/** Whether a rewriting names exactly the same services and adds no address, link or markup. */
function keepsMeaning(prompt: string, rewritten: string): boolean {
  if (rewritten === '' || rewritten.length > actionTextMaxLength) return false
  const [before, after] = [parsePrompt(prompt, 'agent'), parsePrompt(rewritten, 'agent')]
  const same = (a: readonly string[], b: readonly string[]) => new Set(a).symmetricDifference(new Set(b)).size === 0
  const isNew = (text: string) => !prompt.includes(text)
  const linked =
    rewritten.match(/[\w.+-]{1,64}@[\w.-]{1,190}|https?:\/\/\S{1,300}|www\.\S{1,300}|[<>]|!?\[[^\]]{0,100}\]\(/g) ?? []
  return same(before.platforms, after.platforms) && !linked.some(isNew)
}
