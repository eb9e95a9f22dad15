import type { Scenario } from './scenario.ts'
import { accountScenarios } from './scenarios/accounts.ts'
import { actionScenarios } from './scenarios/actions.ts'
import { agentScenarios } from './scenarios/agents.ts'
import { billingScenarios } from './scenarios/billing.ts'
import { connectionScenarios } from './scenarios/connections.ts'
import { imapScenarios } from './scenarios/imap.ts'
import { mailboxScenarios } from './scenarios/mailboxes.ts'
import { selfCheckScenario } from './scenarios/self-check.ts'
import { sortingScenarios } from './scenarios/sorting.ts'

/** `fault-matrix.long.test.ts` fails for a call of the vendor clients that none of them makes. */
export const scenarios: readonly Scenario[] = [
  ...accountScenarios,
  ...billingScenarios,
  ...actionScenarios,
  ...agentScenarios,
  ...connectionScenarios,
  ...mailboxScenarios,
  ...sortingScenarios,
  ...imapScenarios,
  selfCheckScenario,
]
