import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { dumpDatabase } from './dump.ts'

test('schema.sql and rows.ts match the migrations (else run npm run db:dump)', async () => {
  await using testDatabase = await createTestDatabase()
  for (const [name, text] of Object.entries(await dumpDatabase(testDatabase.owner)))
    expect(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'), name).toBe(text)
})
