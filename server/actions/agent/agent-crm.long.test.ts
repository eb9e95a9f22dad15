import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { crmFaults, startCrmAgent, type CrmAgent } from './testing/crm-agent.ts'

let agent: CrmAgent
beforeAll(async () => {
  agent = await startCrmAgent()
})
afterAll(() => agent.app[Symbol.asyncDispose]())
beforeEach(() => agent.startOver())

test.each(crmFaults)('%s %s: creates at most one of each; a failure is shown and can be retried', (...fault) =>
  agent.expectOnceAfter(fault),
)
