import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const USAGE = 'npm run eval:injections -- FILE.jsonl'

const { positionals } = parseArgs({ allowPositionals: true })
const [file, ...more] = positionals

if (file === undefined || more.length > 0) {
  console.error(`Name one file of mails. ${USAGE}`)
  process.exitCode = 1
} else {
  // The test kit starts the database and the sandbox; the repository's own Vitest configuration would not include
  // this file.
  const vitest = await startVitest('test', [], {
    config: false,
    watch: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['eval/injections/injection-attacks.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    provide: { injections: resolve(file) },
  })
  await vitest.close()
}
