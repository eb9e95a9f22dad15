import { type Selectable, sql } from 'kysely'
import { logConditions, type LogFilters } from '../../contract/functions/processing-logs.ts'
import type { Tx } from '../db/database.ts'
import type { EmailProcessingLogsRow } from '../db/rows.ts'

type StoredLog = Pick<
  Selectable<EmailProcessingLogsRow>,
  | 'id'
  | 'processed_at'
  | 'status'
  | 'subject'
  | 'from_address'
  | 'from_name'
  | 'classification_confidence'
  | 'decided_by'
  | 'reason'
  | 'explanation'
  | 'corrected_at'
  | 'stays_in_inbox'
>
export interface ExportedLog extends StoredLog {
  email_address: string
  /** Display name of the target folder. */
  folder: string | null
  /** `processed_at` with the database's microseconds: a Date has milliseconds only, and pages would overlap. */
  moment: string
}

interface Page {
  filters: LogFilters
  /** The last row of the previous page. */
  after: Pick<ExportedLog, 'moment' | 'id'> | null
  limit: number
}

const operators = { eq: sql`=`, ilike: sql`ilike`, gte: sql`>=`, lt: sql`<` }

/** A page of the user's processing history, newest first. Reads only rows of this user. */
export function exportPageQuery(tx: Tx, userId: string, { filters, after, limit }: Page) {
  return tx
    .selectFrom('email_processing_logs as l')
    .innerJoin('mailboxes as m', 'm.id', 'l.mailbox_id')
    .leftJoin('email_folders as f', 'f.id', 'l.target_folder_id')
    .select(['l.id', 'l.processed_at', 'l.status', 'l.subject', 'l.from_address', 'l.from_name'])
    .select([
      'l.classification_confidence',
      'l.decided_by',
      'l.reason',
      'l.explanation',
      'l.corrected_at',
      'l.stays_in_inbox',
    ])
    .select(['m.email_address', 'f.display_name as folder'])
    .select(sql<string>`l.processed_at::text`.as('moment'))
    .where('l.user_id', '=', userId)
    .where((eb) =>
      eb.and(
        logConditions(filters).map(({ columns, operator, value }) =>
          eb.or(columns.map((column) => sql<boolean>`${sql.ref(`l.${column}`)} ${operators[operator]} ${value}`)),
        ),
      ),
    )
    .$if(filters.actionFailed === true, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('email_action_runs as r')
            .select('r.id')
            .whereRef('r.log_id', '=', 'l.id')
            .where('r.status', '=', 'failed'),
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(l.processed_at, l.id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('l.processed_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
}
