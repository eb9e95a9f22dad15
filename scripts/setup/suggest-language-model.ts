import {
  findInNetwork,
  findLanguageModels,
  type FoundModels,
} from '../../server/vendors/language-model/find-language-models.ts'
import type { Settings } from './env-file.ts'
import type { Terminal } from './terminal.ts'

/** What the set-up has found by itself. It is used only if the operator says so. */
export interface Suggestion {
  /** In place of the question of the section. */
  question: string
  /** By the name of the setting, in place of the field's own. */
  fallbacks: Settings
}

export async function suggestLanguageModel(
  environment: Record<string, string | undefined>,
): Promise<Suggestion | null> {
  const [found] = await findLanguageModels(environment)
  return found ? suggestionOf(found) : null
}

/** For the operator who wants a model, where none runs on this machine. */
export async function searchLanguageModel(terminal: Terminal): Promise<Suggestion | null> {
  if (!(await terminal.confirm('  None runs on this machine. Look for one on the machines of your network?')))
    return null
  const [found] = await findInNetwork()
  if (!found) terminal.say('  None answers there.')
  return found ? suggestionOf(found) : null
}

function suggestionOf({ server, baseUrl, models: [model = '', ...others] }: FoundModels): Suggestion {
  const more = others.length > 0 ? `, and ${others.slice(0, 5).join(', ')}` : ''
  return {
    question:
      `${server} at ${baseUrl} offers ${model}${more}. It would decide about email that the classifier leaves in ` +
      'the inbox, and read the text of each. Use it?',
    fallbacks: {
      AI_BASE_URL: baseUrl,
      AI_PRIVATE_NETWORK: String(!baseUrl.startsWith('http://127.0.0.1')),
      AI_MODEL: model,
    },
  }
}
