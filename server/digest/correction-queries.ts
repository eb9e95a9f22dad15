import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Correction } from './digest-links.ts'

type Linked = Pick<Correction, 'userId' | 'logId' | 'effect' | 'folderId'>

export interface LinkedEmail {
  subject: string | null
  folder: string
  isUsed: boolean
  /** It is in the inbox with a tag that is named like the folder. */
  isTagged: boolean
  /** The email is where the digest has reported it, and neither the user nor we have moved it since. */
  isThere: boolean
}

/** @returns undefined where the email or the folder is not there any more, or belongs to another user */
export async function findLinkedEmail(
  tx: Tx,
  { userId, logId, effect, folderId }: Linked,
): Promise<LinkedEmail | undefined> {
  const { rows } = await sql<LinkedEmail>`
    select l.subject, l.stays_in_inbox as "isTagged", coalesce(nullif(f.display_name, ''), f.folder_name) as folder,
      exists (select from app.used_digest_links u where u.log_id = l.id and u.effect = ${effect}) as "isUsed",
      l.corrected_at is null and l.status <> 'processing'
        and not exists (select from app.requested_moves r where r.log_id = l.id)
        and case when l.status = 'processed' and l.moved_at is not null then l.target_folder_id end
          is not distinct from ${effect === 'return' ? folderId : null}::uuid as "isThere"
    from public.email_processing_logs l
    join public.email_folders f on f.id = ${folderId}::uuid and f.mailbox_id = l.mailbox_id
    where l.id = ${logId}::uuid and l.user_id = ${userId}::uuid`.execute(tx)
  return rows[0]
}

export async function insertUsedLink(tx: Tx, { userId, logId, effect }: Linked): Promise<void> {
  await tx.insertInto('app.used_digest_links').values({ user_id: userId, log_id: logId, effect }).execute()
}

/** The move was refused: the link works again. */
export async function deleteUsedLink(tx: Tx, { logId, effect }: Linked): Promise<void> {
  await tx.deleteFrom('app.used_digest_links').where('log_id', '=', logId).where('effect', '=', effect).execute()
}
