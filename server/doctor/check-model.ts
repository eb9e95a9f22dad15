import { z } from 'zod'
import type { Config } from '../config.ts'
import { describeUnusedModel } from '../vendors/language-model/find-language-models.ts'
import { createLanguageModel } from '../vendors/language-model/language-model.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

type Environment = Record<string, string | undefined>

const check = 'language model'
const Probe = z.object({ folder: z.enum(['Invoices', 'Travel']), reason: z.string() })

/**
 * Asks one question whose answer must follow a schema, as sorting does. Without a configured model it looks for one on
 * this machine, and asks that only for the list of its models.
 */
export async function checkModel({ model }: Config, environment: Environment): Promise<Finding[]> {
  if (!model) {
    const unused = await describeUnusedModel(environment)
    return [ok(check, `is not configured; the embedded classifier decides alone${unused ? `. ${unused}` : ''}`)]
  }
  const started = performance.now()
  try {
    const { value, inputTokens, outputTokens } = await createLanguageModel(model).object({
      system: 'Choose the folder of the email. Answer with the folder and a reason of a few words.',
      user: null,
      data: 'Your invoice 1042 over 80 EUR is due on Friday.',
      maxTokens: 300,
      withinMs: 60_000,
      schema: Probe,
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const text = `${model.model} answers in the requested form (${seconds} s, ${inputTokens} + ${outputTokens} tokens)`
    if (value.folder !== 'Invoices')
      return [warning(check, `${text}, but wrongly`, 'Use a larger model; this one misjudges a plain invoice.')]
    return [ok(check, text)]
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return [explain(error, model.baseUrl)]
  }
}

function explain({ status, code }: VendorError, baseUrl: string): Finding {
  if (code === 'invalid_answer')
    return failure(
      check,
      'answers, but not in the requested form',
      'Use a server and a model with structured outputs (response_format json_schema); see docs/own-model.md.',
    )
  if (status === 401 || status === 403) return failure(check, 'refuses the key', 'Correct AI_API_KEY.')
  if (status === 404)
    return failure(
      check,
      'does not know AI_MODEL, or AI_BASE_URL has no /chat/completions',
      'Correct AI_MODEL and AI_BASE_URL, which usually ends with /v1.',
    )
  if (status === 0) return failure(check, `${baseUrl} does not respond (${code})`, 'Start it, and check AI_BASE_URL.')
  if (status === 429) return warning(check, 'is at its limit', 'Raise the limit at the provider, or wait.')
  return failure(check, `answers ${status} ${code}`, 'Read the log of the model server; see docs/own-model.md.')
}
