import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { hasCategory, nameCategories } from '../../mail/folders/folder-categories.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { providerOf } from '../../mail/providers/mail-providers.ts'

/** What filing an email does with it. */
export interface Filing {
  /** It is filed by its category alone. */
  staysInInbox: boolean
  /** The category that it gets; null where it gets none. */
  category: string | null
}

export const byMove: Filing = { staysInInbox: false, category: null }

export interface FolderFiling extends Filing {
  /** The category that is named like the folder, whether its email gets it or not. */
  ownCategory: string
  isMarkedAsRead: boolean
  isFlagged: boolean
}

/** A category that is on the message already is not ours: nothing takes it off. */
export function filingOf(
  { filings }: { filings: ReadonlyMap<string, FolderFiling> },
  { categories }: Pick<Message, 'categories'>,
  folderId: string | null,
): Filing {
  const { staysInInbox, category } = (folderId === null ? null : filings.get(folderId)) ?? byMove
  return { staysInInbox, category: category !== null && hasCategory(categories, category) ? null : category }
}

/** An email that is filed later has the category of its folder until then, whatever the folder's setting says. */
export function filingUntilFiled(
  { filings }: { filings: ReadonlyMap<string, FolderFiling> },
  { categories }: Pick<Message, 'categories'>,
  folderId: string | null,
): Filing {
  const own = folderId === null ? null : (filings.get(folderId)?.ownCategory ?? null)
  return { staysInInbox: false, category: own !== null && hasCategory(categories, own) ? null : own }
}

interface Row {
  provider: string
  takesKeywords: boolean
  canMove: boolean
  id: string
  display_name: string
  path: string[] | null
  filing: 'move' | 'tag' | 'both'
  isMarkedAsRead: boolean
  isFlagged: boolean
}

/**
 * How email is filed into each folder, by the folder's id. A mailbox that stores no categories moves it, and one that
 * cannot move single emails tags it, whatever the folder's setting says.
 */
export async function findFilings(tx: Tx, mailboxId: string): Promise<ReadonlyMap<string, FolderFiling>> {
  const { rows } = await sql<Row>`
    select m.provider, coalesce(i.takes_keywords, true) as "takesKeywords",
      coalesce(i.can_move, true) as "canMove", f.id, f.display_name, f.path, f.filing,
      f.mark_as_read as "isMarkedAsRead", f.set_flag as "isFlagged"
    from public.email_folders f join public.mailboxes m on m.id = f.mailbox_id
      left join app.imap_accounts i on i.mailbox_id = m.id
    where f.mailbox_id = ${mailboxId}::uuid order by f.created_at, f.id`.execute(tx)
  const [first] = rows
  const provider = first && providerOf(first.provider)
  const categories = nameCategories(rows, (name) => provider?.categoryOf(name) ?? name)
  return new Map(
    rows.map(({ id, filing, takesKeywords, canMove, isMarkedAsRead, isFlagged }) => {
      const ownCategory = categories.get(id) ?? ''
      const isTagged = takesKeywords && (filing !== 'move' || !canMove)
      const category = isTagged ? ownCategory : null
      return [
        id,
        { staysInInbox: isTagged && (filing === 'tag' || !canMove), category, ownCategory, isMarkedAsRead, isFlagged },
      ]
    }),
  )
}
