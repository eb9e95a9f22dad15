import { composeText } from '../../../contract/compose-text.ts'
import { effectLabelMaxLength } from '../../../contract/limits.ts'
import { stepNoteMaxLength } from '../limits.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import { continueWith, type AgentRun, type StepOutcome } from './agent-run.ts'
import { extractData } from './extract-data.ts'

/** Extracts data from the message. It is untrusted: it is marked as unchecked and decides nothing. */
export async function extractFields(agent: AgentRun, fields: readonly string[], isTest = false): Promise<StepOutcome> {
  const { ctx, run, message, fileText } = agent
  const about = { userId: run.userId, mailboxId: run.mailboxId, logId: isTest ? null : run.logId }
  const values = await extractData(ctx, about, { fields, message, files: fileText })
  const found = fields.flatMap((field, at) => {
    const value = values[at] ?? null
    return value === null ? [] : [cleanLine(`${field}: ${value}`, effectLabelMaxLength)]
  })
  const missing = fields.filter((_, at) => (values[at] ?? null) === null)
  return continueWith({
    effects: found.map((label) => ({ kind: 'data', label, url: null })),
    notes: [
      ...(found.length === 0 ? [] : [composeText('The data was taken from the email and was not checked.')]),
      ...(missing.length === 0
        ? []
        : [cleanLine(composeText('Not found in the email: {line}.', { line: missing.join(', ') }), stepNoteMaxLength)]),
    ],
    found,
  })
}
