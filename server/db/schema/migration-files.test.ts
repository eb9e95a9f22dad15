import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createSchemaFiles } from './migration-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'mailroom-schema-'))
afterAll(() => rm(folder, { recursive: true }))

test('a program that was updated on disk keeps the migrations of its start, and says so', async () => {
  await mkdir(join(folder, 'migrations'))
  await writeFile(join(folder, 'seed.sql'), 'select 1')
  await writeFile(join(folder, 'migrations/001-first.sql'), 'select 1')
  const schema = createSchemaFiles(pathToFileURL(`${folder}/`))
  const before = await schema.read()
  expect(await schema.areReplaced()).toBe(false)
  await writeFile(join(folder, 'migrations/002-next.sql'), 'select 2')
  await writeFile(join(folder, 'seed.sql'), 'select 2')
  expect(await schema.read()).toEqual(before)
  expect(before.files.map(({ name }) => name)).toEqual(['001-first.sql'])
  expect(await schema.areReplaced()).toBe(true)
})
