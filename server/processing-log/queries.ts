import { type Selectable, sql } from 'kysely'
import type { LogFilters } from '../../contract/functions/processing-logs.ts'
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
>
export interface ExportedLog extends StoredLog {
  email_address: string
  /** Display name of the target folder. */
  folder: string | null
  /** `processed_at` with the database's microseconds: a Date has milliseconds only, and pages would overlap. */
  moment: string
}

/** Pattern for `ilike` that matches a part of a text. Escapes the wildcards in it. */
const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

interface Page {
  filters: LogFilters
  /** The last row of the previous page. */
  after: Pick<ExportedLog, 'moment' | 'id'> | null
  limit: number
}

/** A page of the user's processing history, newest first. Reads only rows of this user. */
export const readExportPage = (tx: Tx, userId: string, page: Page): Promise<ExportedLog[]> =>
  exportPageQuery(tx, userId, page).execute()

const searchedColumns = ['l.from_address', 'l.from_name', 'l.subject'] as const

/** Exported for the test of the query plan. */
export function exportPageQuery(tx: Tx, userId: string, { filters, after, limit }: Page) {
  const { mailboxId, folderId, status, reason, actionFailed, search, from, to } = filters
  return tx
    .selectFrom('email_processing_logs as l')
    .innerJoin('mailboxes as m', 'm.id', 'l.mailbox_id')
    .leftJoin('email_folders as f', 'f.id', 'l.target_folder_id')
    .select(['l.id', 'l.processed_at', 'l.status', 'l.subject', 'l.from_address', 'l.from_name'])
    .select(['l.classification_confidence', 'l.decided_by', 'l.reason', 'l.explanation', 'l.corrected_at'])
    .select(['m.email_address', 'f.display_name as folder'])
    .select(sql<string>`l.processed_at::text`.as('moment'))
    .where('l.user_id', '=', userId)
    .$if(mailboxId !== undefined, (query) => query.where('l.mailbox_id', '=', mailboxId ?? ''))
    .$if(folderId !== undefined, (query) => query.where('l.target_folder_id', '=', folderId ?? ''))
    .$if(status !== undefined, (query) => query.where('l.status', '=', status ?? 'processed'))
    .$if(reason !== undefined, (query) => query.where('l.reason', '=', reason ?? 'sorted'))
    .$if(actionFailed === true, (query) =>
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
    .$if(search !== undefined, (query) =>
      query.where((eb) => eb.or(searchedColumns.map((column) => eb(column, 'ilike', containing(search ?? ''))))),
    )
    .$if(from !== undefined, (query) => query.where('l.processed_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('l.processed_at', '<', new Date(to ?? 0)))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(l.processed_at, l.id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('l.processed_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
}
