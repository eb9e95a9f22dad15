import { expect, test } from 'vitest'
import { fingerprints } from './lint-cache.ts'

const sources = new Map([
  ['package-lock.json', '{}'],
  ['.oxlintrc.json', '{}'],
  ['web/styles.d.ts', 'declare module "*.css"'],
  ['web/texts/de.json', '{ "Yes": "Ja" }'],
  ['web/texts/translate.ts', "import german from './de.json'"],
  ['web/ui/button.tsx', "import { t } from '../texts/translate.ts'"],
  ['web/ui/icon.tsx', ''],
  ['server/compose.ts', "import { first } from './first.ts'"],
  ['server/app.test.ts', "import { compose } from './compose.ts'"],
  ['server/first.ts', "import { second } from './second.ts'"],
  ['server/second.ts', "import { first } from './first.ts'"],
])
const linted = [...sources.keys()].filter((file) => !file.endsWith('.json'))

test.each([
  ['web/ui/icon.tsx', ['web/ui/icon.tsx']],
  ['web/texts/de.json', ['web/texts/translate.ts', 'web/ui/button.tsx']],
  ['server/second.ts', ['server/compose.ts', 'server/first.ts', 'server/second.ts']],
  ['web/styles.d.ts', linted],
  ['.oxlintrc.json', linted],
  ['package-lock.json', linted],
])('a change of %s asks for %j again', (changed, files) => {
  const before = fingerprints(sources)
  const after = fingerprints(new Map(sources).set(changed, 'changed'))
  expect([...after].flatMap(([file, hash]) => (before.get(file) === hash ? [] : [file]))).toEqual(files)
})
