import { z } from 'zod'
import { isUsableAction, type UsableActionType } from '../../../contract/actions.ts'
import type { Tx } from '../../db/database.ts'
import { readSetting, type AddedAgain } from './removed-base-folder-queries.ts'

/** What the triggers of the table store. */
const Written = z.array(
  z.object({
    id: z.uuid(),
    change: z.enum(['configured', 'switched_on']),
    formerBasePath: z.string().nullable(),
  }),
)

export type WrittenAction = z.output<typeof Written>[number] & {
  /** The action was removed before, with a prompt that named a folder too. */
  isFormerUnknown: boolean
  folderId: string
  actionId: string
  mailboxId: string
  type: UsableActionType
  config: Record<string, unknown>
}

/** What the transaction has written so far, as it is now. @param tx of the request */
export async function readWrittenActions(tx: Tx, addedAgain: readonly AddedAgain[]): Promise<WrittenAction[]> {
  const configured = Written.parse(await readSetting(tx, 'request.written_actions'))
  const known = new Set(configured.map(({ id }) => id))
  const bare = addedAgain.filter(({ id }) => !known.has(id))
  const noted = [
    ...configured,
    ...bare.map(({ id }) => ({ id, change: 'configured' as const, formerBasePath: null })),
  ].map((each) => {
    const former = addedAgain.find(({ id }) => id === each.id)
    return {
      ...each,
      formerBasePath: former?.basePath ?? each.formerBasePath,
      isFormerUnknown: former?.basePath === null,
    }
  })
  if (noted.length === 0) return []
  const found = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_actions as a', 'a.id', 'f.action_id')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select(['f.id', 'f.folder_id as folderId', 'f.action_id as actionId', 'f.config', 'a.action_type as type'])
    .select('folder.mailbox_id as mailboxId')
    .where('f.id', '=', (eb) => eb.fn.any(eb.val(noted.map(({ id }) => id))))
    .execute()
  return noted.flatMap((each) => {
    const row = found.find(({ id }) => id === each.id)
    const config = z.record(z.string(), z.unknown()).safeParse(row?.config)
    return row && config.success && isUsableAction(row.type)
      ? [{ ...row, ...each, type: row.type, config: config.data }]
      : []
  })
}
