import type { PgBoss } from 'pg-boss'
import type { JobName } from './queues.ts'

/** Former queue names. A database that a former version used may hold waiting jobs and schedules under them. */
export const renamedQueues = {
  'tend-subscription': 'ensure-subscription',
  'look-after-actions': 'reconcile-actions',
  'look-after-mailboxes': 'reconcile-mailboxes',
  'look-after-connections': 'reconcile-connections',
  'look-after-emails': 'reconcile-emails',
  'look-after-billing': 'maintain-billing',
  'watch-folders': 'detect-manual-moves',
  'finish-asked-move': 'complete-requested-move',
  'end-grant': 'revoke-grant',
  'keep-connection': 'refresh-idle-connection',
  'end-customer': 'close-customer',
  'forget-old-accounts-data': 'purge-expired-account-data',
  'forget-old-mail': 'purge-expired-logs',
} as const satisfies Record<string, JobName>

/**
 * Moves unfinished jobs of former queues to their successors, then deletes the former queues with their schedules. The
 * successors must exist. Active jobs move too: their worker belongs to the former version, and pg-boss retries them
 * when they time out. The lock prevents a node of the former version from sending a job between the two statements,
 * where it would be lost.
 */
export async function moveRenamedQueues(boss: PgBoss, run: (sql: string) => Promise<unknown>): Promise<void> {
  for (const [former, name] of Object.entries(renamedQueues)) {
    if (!(await boss.getQueue(former))) continue
    // At most one job per key waits in a queue (policy `short`): a job whose key already waits in the successor is a
    // duplicate.
    await run(`
      begin;
      lock table pgboss.job in share row exclusive mode;
      update pgboss.job former set name = '${name}'
      where former.name = '${former}' and former.state in ('created', 'retry', 'active')
        and not (former.state = 'created' and exists (
          select from pgboss.job successor
          where successor.name = '${name}' and successor.state = 'created'
            and coalesce(successor.singleton_key, '') = coalesce(former.singleton_key, '')));
      select pgboss.delete_queue('${former}');
      commit`)
  }
}
