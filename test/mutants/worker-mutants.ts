import type { Mutant } from './mutant.ts'

/** Faults against the rules about workers. */
export const workerMutants: readonly Mutant[] = [
  {
    name: 'a transaction does not check the lease',
    invariant: 12,
    file: 'server/sorting/processing/lease-queries.ts',
    text: 'select app.require_lease(${mailboxId}::uuid, ${token}::bigint)${withoutWaiting}',
    replacement: 'select ${mailboxId}::uuid, ${token}::bigint${withoutWaiting}',
    tests: ['server/sorting/processing/lease.test.ts'],
  },
  {
    name: 'an action does not check its claim before an effect',
    invariant: 12,
    file: 'server/actions/execute-run.ts',
    text: "if (!(await extendClaim(tx, claim))) throw new RunStopped('claim_lost')\n        const now",
    replacement: 'const now',
    tests: ['server/actions/draft-reply/draft-reply-worker-crash.test.ts'],
  },
  {
    name: 'the claims of a dead node last until they expire',
    invariant: 12,
    file: 'server/db/presence.ts',
    text: 'and not exists (select from app.nodes n where n.node = ${node} and n.seen_until > now()))`',
    replacement: 'and not exists (select from app.nodes n where n.node = ${node}))`',
    tests: ['server/sorting/processing/lease.test.ts'],
  },
  {
    name: 'a node takes slots that other nodes hold',
    invariant: 13,
    file: 'server/mail/graph-slots/slot-queries.ts',
    text: 'const free = graphMailboxConcurrency - others.reduce((sum, row) => sum + row.held, 0)',
    replacement: 'const free = graphMailboxConcurrency',
    tests: ['server/mail/graph-slots/shared-mailbox-limiter.test.ts'],
  },
  {
    name: 'backfilled messages are sorted before new ones',
    invariant: 13,
    file: 'server/sorting/processing/inbox-event-queries.ts',
    text: "case source when 'backfill' then 2 when 'waiting' then 1 else 0 end",
    replacement: "case source when 'backfill' then 0 when 'waiting' then 1 else 2 end",
    tests: ['server/sorting/backfill/interrupted-backfill.test.ts'],
  },
  {
    name: 'Retry-After is ignored',
    invariant: 14,
    file: 'server/outages/back-off.ts',
    text: 'const requestedMs = requestedPauseMs(error) ?? 0',
    replacement: 'const requestedMs = 0',
    tests: ['server/outages/back-off.test.ts', 'server/actions/run-message-actions.test.ts'],
  },
  {
    name: 'the pause of a failing account does not grow',
    invariant: 14,
    file: 'server/outages/back-off.ts',
    text: 'backOffMinMs * 2 ** (failures - outageMinFailures)',
    replacement: 'backOffMinMs',
    tests: ['server/outages/back-off.test.ts'],
  },
  {
    name: 'waiting messages have no job after a downtime',
    invariant: 15,
    file: 'server/mail/reconcile-mailboxes.ts',
    text: "  ['drain-mailbox', dueForSorting],\n",
    replacement: '',
    tests: ['server/mail/reconcile-mailboxes.test.ts'],
  },
]
