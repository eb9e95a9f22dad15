import { sql } from 'kysely'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appOfFile } from '../../test/kit/start-app.ts'
import { storableJson } from './storable-json.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

const app = await appOfFile()

const kept = async (text: string) => {
  const { rows } = await app.ctx.db.asService((tx) => sql<{ kept: unknown }>`select ${text}::jsonb as kept`.execute(tx))
  return rows[0]?.kept
}

test('stores any text without lone surrogates and NUL', async () => {
  const label = `${'x'.repeat(299)}📎`.slice(0, 300)
  expect(await kept(storableJson([{ label, note: 'a\0b' }]))).toEqual([
    { label: `${'x'.repeat(299)}\ufffd`, note: 'ab' },
  ])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: anyCharacter })), fc.nat({ max: 40 }), async (texts, at) => {
      const cut = texts.map((text) => text.slice(0, at))
      expect(await kept(storableJson(cut))).toEqual(cut.map((text) => text.toWellFormed().replaceAll('\0', '')))
    }),
    { numRuns: 50 },
  )
})
