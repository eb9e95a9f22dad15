import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEncryptedLines, writeEncryptedLines } from './encrypted-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'mailroom-lines-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const keyCost = 2 ** 10

async function* toStream(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

test('lines are read as they were written, whatever they contain', async () => {
  const file = join(folder, 'lines')
  const long = 'ä'.repeat(200_000)
  const lines = ['', 'one\u2028line\u2029of\rseveral', long, 'last']
  await writeEncryptedLines(file, 'correct horse', toStream(lines), keyCost)
  expect(await Array.fromAsync(readEncryptedLines(file, 'correct horse', keyCost))).toEqual(lines)

  // A damaged length must not have the whole file read into memory.
  await using handle = await open(file, 'r+')
  await handle.write(Buffer.from([0xff]), 0, 1, 'mailroom-backup-1\n'.length + 16)
  const damaged = Array.fromAsync(readEncryptedLines(file, 'correct horse', keyCost))
  await expect(damaged).rejects.toThrow('is damaged')
})
