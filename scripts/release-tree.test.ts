import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

test('every file that a document of a release links or shows is a part of the release', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-release-'))
  const tree = join(folder, 'tree')
  try {
    execFileSync(process.execPath, ['scripts/release-tree.mjs', tree])
    const links = globSync('**/*.md', { cwd: tree }).flatMap((file) =>
      [...readFileSync(join(tree, file), 'utf8').matchAll(/\]\((?![a-z]+:)([^)\s#]+)/g)].map(([, link = '']) => ({
        file,
        link,
      })),
    )
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter(({ file, link }) => !existsSync(join(tree, dirname(file), link)))).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
