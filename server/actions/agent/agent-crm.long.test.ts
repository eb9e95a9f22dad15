import { beforeEach, test } from 'vitest'
import { crmAgentOfFile, crmFaults } from './testing/crm-agent.ts'

const agent = await crmAgentOfFile()
beforeEach(() => agent.startOver())

test.each(crmFaults)('%s %s: creates at most one of each; a failure is shown and can be retried', (...fault) =>
  agent.expectOnceAfter(fault),
)
