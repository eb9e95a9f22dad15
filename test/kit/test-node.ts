import { lowCostHashes } from './low-cost-hashes.ts'

/** How long a node of tests is alive without a heartbeat: a busy machine may stop a process for seconds. */
export const testLifetimeMs = 60_000

/** What the nodes of tests have in common. Their waits have no jitter. */
export const testNode = { hashCost: lowCostHashes, nodeLifetimeMs: testLifetimeMs, random: (): number => 0.5 }
