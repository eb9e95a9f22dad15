import { cleanLine } from '../../vendors/clean-text.ts'
import { goesOn, type AgentRun, type StepOutcome } from './agent-run.ts'
import { extractData } from './extract-data.ts'

/** Data from the mail, marked as such: strangers wrote it, and nothing is decided by it. */
export async function extractFields(agent: AgentRun, fields: readonly string[], isTest = false): Promise<StepOutcome> {
  const { ctx, run, mail, fileText } = agent
  const about = { userId: run.userId, mailboxId: run.mailboxId, logId: isTest ? null : run.logId }
  const values = await extractData(ctx, about, { fields, mail, files: fileText })
  const found = fields.flatMap((field, at) => {
    const value = values[at] ?? null
    return value === null ? [] : [cleanLine(`${field}: ${value}`, 300)]
  })
  const missing = fields.filter((_, at) => (values[at] ?? null) === null)
  return goesOn({
    effects: found.map((label) => ({ kind: 'data', label, url: null })),
    notes: [
      ...(found.length === 0 ? [] : ['The data was taken from the mail and was not checked.']),
      ...(missing.length === 0 ? [] : [cleanLine(`Not found in the mail: ${missing.join(', ')}.`, 300)]),
    ],
    found,
  })
}
