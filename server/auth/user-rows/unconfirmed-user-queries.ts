import type { Tx } from '../../db/database.ts'
import type { AuthAction } from '../audit-log/auth-action.ts'

/**
 * Deletes accounts whose address was never confirmed; they hold no data. Accounts that the operator created or invited
 * are kept, because their users may confirm late.
 */
export const deleteUnconfirmedUsers = (tx: Tx) =>
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
            .where('entry.action', '=', 'changed_by_operator' satisfies AuthAction),
        ),
      ),
    )
