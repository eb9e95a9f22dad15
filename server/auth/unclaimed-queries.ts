import type { Tx } from '../db/database.ts'
import type { SecurityAction } from './audit/security-action.ts'

/**
 * To delete accounts that somebody made with an address which nobody has ever confirmed; there is nothing in them. Never those that the
 * operator made or invited: people may take them up late.
 */
export const deleteUnclaimed = (tx: Tx) =>
  tx
    .deleteFrom('auth.users')
    .where('email_confirmed_at', 'is', null)
    .where('invited_at', 'is', null)
    .where('last_sign_in_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auth.audit_log_entries as entry')
            .select('entry.id')
            .whereRef('entry.user_id', '=', 'auth.users.id')
            .where('entry.action', '=', 'changed_by_operator' satisfies SecurityAction),
        ),
      ),
    )
