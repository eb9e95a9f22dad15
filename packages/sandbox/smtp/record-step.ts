import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { Refusal } from './smtp-refusal.ts'

/** Records a step that may be refused in the journal, as a call; a step without a reply has the status 0. */
export async function recordStep<T>(
  { clock, journal }: MicrosoftSandbox,
  method: 'RCPT' | 'DATA',
  recipients: readonly string[],
  step: () => Promise<T>,
): Promise<T> {
  const [mailbox = null] = recipients
  const entry = {
    service: 'smtp',
    at: clock.stamp(),
    method,
    url: `smtp://smtp.sandbox.example/${recipients.join(',')}`,
    headers: {},
    body: '',
    status: 0,
    response: '',
    mailbox,
    requestId: null,
    concurrency: 1,
    faults: [],
  }
  journal.add(entry)
  try {
    const result = await step()
    entry.status = 250
    return result
  } catch (error) {
    if (error instanceof Refusal) entry.status = error.responseCode
    throw error
  }
}
