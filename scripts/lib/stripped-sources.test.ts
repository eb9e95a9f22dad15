import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const hook = new URL('load-stripped.mjs', import.meta.url).href

test('loads the copy of a source without types, unless the source has changed or the copy is damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-stripped-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(folder, 'program.ts')
  const env = { ...process.env, NODE_COMPILE_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: '1' }
  const write = (word: string) => writeFile(program, `const word: string = '${word}'\nconsole.log(word)\n`)
  const run = async () => {
    // Node's own compiler, which takes memory, is not used.
    const args = ['--no-strip-types', '--no-warnings', '--import', hook, program]
    return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim()
  }
  const copies = () => readdir(join(folder, 'stripped'))

  await write('first')
  expect(await run()).toBe('first')
  const [copy = '', ...others] = await copies()
  expect(others).toEqual([])

  const text = "console.log('copy')"
  await writeFile(join(folder, 'stripped', copy), `${text}\n${hash('sha1', text)}`)
  expect(await run()).toBe('copy')
  await writeFile(join(folder, 'stripped', copy), `${text}\n0`)
  expect(await run()).toBe('first')
  await truncate(join(folder, 'stripped', copy))
  expect(await run()).toBe('first')

  await write('second')
  expect(await run()).toBe('second')
  expect(await copies()).toHaveLength(2)
})
