import { type Selectable, sql } from 'kysely'
import type { LogFilters } from '../../contract/functions/processing-logs.ts'
import type { Tx } from '../db/database.ts'
import type { EmailProcessingLogsRow } from '../db/rows.ts'

type Kept = Pick<
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
export interface ExportedLog extends Kept {
  email_address: string
  /** Display name of the target; null where there is none. */
  folder: string | null
  /** `processed_at` as the database has it: a Date is less exact, and pages would overlap. */
  moment: string
}

/** A part of a text, whatever the case; the signs that mean something in a pattern mean themselves. */
const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

interface Page {
  filters: LogFilters
  /** The last row of the page before. */
  after: Pick<ExportedLog, 'moment' | 'id'> | null
  most: number
}

/** A page of the person's history, newest first. */
export const logsToExport = (tx: Tx, userId: string, page: Page): Promise<ExportedLog[]> =>
  exportStatement(tx, userId, page).execute()

/** Apart, so that a test can ask the database how it goes about it. */
export function exportStatement(tx: Tx, userId: string, { filters, after, most }: Page) {
  const { mailboxId, folderId, status, reason, actionFailed, sender, text, from, to } = filters
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
    .$if(text !== undefined, (query) => query.where('l.subject', 'ilike', containing(text ?? '')))
    .$if(sender !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('l.from_address', 'ilike', containing(sender ?? '')),
          eb('l.from_name', 'ilike', containing(sender ?? '')),
        ]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('l.processed_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('l.processed_at', '<', new Date(to ?? 0)))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(l.processed_at, l.id) < (${after?.moment}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('l.processed_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(most)
}
