import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { exactAddress } from '../../contract/address.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { insertUserRows } from '../../test/kit/users.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { openDatabase } from './database.ts'

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: testDatabase.server, onError: () => undefined }))

/** Runs the migration on rows of a former version. */
async function migrated(rows: { mail: string | null; value: string }[]): Promise<string[]> {
  const { id: user_id, mailboxId: mailbox_id } = await insertUserRows(db)
  const own = { user_id, mailbox_id }
  await db.asService(async (tx) => {
    await tx.deleteFrom('app.corrections').where('mailbox_id', '=', mailbox_id).execute()
    for (const [n, { mail, value }] of rows.entries()) {
      const message_id = `old-${n}`
      await tx
        .insertInto('email_processing_logs')
        .values({ ...own, message_id, from_address: mail, status: 'left', reason: 'no_match' })
        .execute()
      await tx
        .insertInto('app.corrections')
        .values({ ...own, message_id, kind: 'sender', value })
        .execute()
      await tx
        .insertInto('app.known_people')
        .values({ ...own, address: value })
        .execute()
    }
  })
  const file = new URL('./migrations/019-exact-addresses.sql', import.meta.url)
  await runSql(testDatabase.owner, `begin; ${await readFile(file, 'utf8')}; commit`)
  return db.asService(async (tx) => {
    const corrections = tx.selectFrom('app.corrections').select('value').where('mailbox_id', '=', mailbox_id)
    return (await corrections.orderBy('message_id').execute()).map(({ value }) => value)
  })
}

test('normalizes senders of corrections by the processing log', async () => {
  expect(
    await migrated([
      { mail: "O'Neil@shop.example", value: 'oneil@shop.example' },
      { mail: '"Anna B"@shop.example', value: 'annab@shop.example' },
      { mail: "o'neil@bücher.example", value: 'oneil@bücher.example' },
      { mail: null, value: 'dara@shop.example' },
      { mail: 'someone@else.example', value: 'oneil@else.example' },
    ]),
  ).toEqual([
    "o'neil@shop.example",
    '"anna b"@shop.example',
    "o'neil@xn--bcher-kva.example",
    'dara@shop.example',
    'oneil@else.example',
  ])
})

test('converts non-ASCII domains to punycode', async () => {
  const values = [
    'bücher.example',
    'mail.münchen.example',
    'straße.example',
    'παράδειγμα.δοκιμή',
    '例え.テスト',
    'почта.русский-язык.рф',
    'xn--bcher-kva.example',
    'plain.example',
    '点看.ü.example',
  ].map((domain) => `anna@${domain}`)
  expect(await migrated(values.map((value) => ({ mail: null, value })))).toEqual(values.map(exactAddress))
  const known = await db.asService((tx) =>
    tx.selectFrom('app.known_people').select('address').where('address', 'like', 'anna@%').execute(),
  )
  expect(known.map(({ address }) => address).toSorted()).toEqual([...new Set(values.map(exactAddress))].toSorted())
})
