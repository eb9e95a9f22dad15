import { type Selectable, sql, type Updateable } from 'kysely'
import { StoredSettings, type SettingsChange } from '../../../contract/functions/mailbox-settings.ts'
import type { Tx } from '../../db/database.ts'
import type { MailboxesRow } from '../../db/rows.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''
type SettingColumn = SnakeCase<keyof StoredSettings>

// An overload: TypeScript cannot derive the type of a replaced text.
function columnOf(name: keyof StoredSettings): SettingColumn
function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

const settingNames = StoredSettings.keyof().options
export const settingColumns = settingNames.map((name) => columnOf(name))

export const storedSettingsOf = (row: Pick<Selectable<MailboxesRow>, SettingColumn>): StoredSettings =>
  StoredSettings.parse(Object.fromEntries(settingNames.map((name) => [name, row[columnOf(name)]])))

/** What to write for the settings that are given. */
export const settingColumnsOf = (settings: SettingsChange): Pick<Changes, SettingColumn> =>
  Object.fromEntries(
    settingNames.filter((name) => settings[name] !== undefined).map((name) => [columnOf(name), settings[name]]),
  )

interface MailboxKey {
  userId: string
  mailboxId: string
}

/** @returns null where the mailbox does not exist or belongs to another user */
export async function findMailboxSettings(tx: Tx, at: MailboxKey) {
  const found = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .select([
      'm.provider as kind',
      'm.name',
      'm.email_address',
      'm.status',
      'm.confidence_threshold',
      'm.preview_until',
      'm.real_time',
      ...settingColumns.map((column) => `m.${column}` as const),
    ])
    .select('t.scopes')
    .where('m.id', '=', at.mailboxId)
    .where('m.user_id', '=', at.userId)
    .executeTakeFirst()
  return found ?? null
}

type Changes = Pick<Updateable<MailboxesRow>, 'name' | 'confidence_threshold' | 'preview_until' | SettingColumn>

/**
 * Switching `act_on_filed` on again resets its start: messages that arrived meanwhile are ignored.
 * @returns false where the mailbox does not exist or belongs to another user
 */
export async function saveMailboxSettings(tx: Tx, at: MailboxKey, changes: Changes, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set(changes)
    .$if(changes.act_on_filed === true, (update) =>
      update.set({
        act_on_filed_since: sql`case when act_on_filed then act_on_filed_since else ${now}::timestamptz end`,
      }),
    )
    .where('id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
