import { basename, dirname } from 'node:path'
import { composition, git, importsOf, readSources, type Sources } from './import-graph.ts'

/** Each test depends on these. */
const concernsAll = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|server\/db\/migrations\/.*)$/
/** Tests of `npm test`. */
const isUsual = (file: string): boolean => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts')
/** The other states of the screens, which would take too long for all screens. */
const isLongWalk = (file: string): boolean => /^test\/e2e\/(walk|screens)-.*\.long\.test\.ts$/.test(file)
/** The frames of all pages, and what builds them. */
const frames = ['web/main.tsx', 'web/shell/layout.tsx']
const buildsPages = /^(web\/(prerender\/.*|routes\.tsx)|index\.html|vite\.config\.ts)$/
/** Each text of a language is in its catalogue: `test/page-texts.test.ts` checks it. */
const loadsTexts = 'web/texts/load-language.ts'
/** What opens screens for end-to-end tests. */
const opensScreens = /^test\/kit\/(screens\/|[\w-]+-page\.ts$)/

/** Paths of files that differ from a commit, new ones included. */
export const findChangedFiles = (commit: string): string[] => [
  ...git('diff', '--name-only', commit),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/**
 * Tests that changed files can reach: those that import them, but not through the composition of the whole program;
 * those of the same folder, which use it over HTTP; those that read them; and end-to-end tests that open a screen with
 * them, here also those of `npm run test:long` that walk through its states. All of `npm test` open the frame of the
 * pages.
 */
export function selectTests(changed: readonly string[], sources: Sources = readSources()): string[] {
  if (changed.some((file) => concernsAll.test(file))) return [...sources.keys()].filter(isUsual)
  const tests = [...sources.keys()].filter((file) => isUsual(file) || isLongWalk(file))
  const reached = findReached(changed, sources)
  const folders = new Set(changed.filter((file) => /^(server|packages|scripts)\//.test(file)).map(dirname))
  const pages = pagesOf(reached, sources)
  const isOfFrame = frames.some((frame) => reached.has(frame)) || changed.some((file) => buildsPages.test(file))
  return tests.filter(
    (file) =>
      reached.has(file) ||
      folders.has(dirname(file)) ||
      readsAny(sources.get(file) ?? '', changed) ||
      (file.startsWith('test/e2e/') &&
        ((isOfFrame && isUsual(file)) || pages.some((page) => textOf(file, sources).includes(page)))),
  )
}

/** Whether a test names one of these files, or, for a source, lists those of the repository. */
const readsAny = (test: string, files: readonly string[]): boolean =>
  files.some((file) => (/\.tsx?$/.test(file) ? test.includes("'ls-files'") : test.includes(basename(file))))

/** The source of an end-to-end test, with that of what opens screens for it. */
function textOf(file: string, sources: Sources): string {
  const source = sources.get(file) ?? ''
  const openers = importsOf(file, source).filter((target) => opensScreens.test(target))
  return [source, ...openers.map((opener) => textOf(opener, sources))].join('\n')
}

/** The changed files, and those that import them. */
function findReached(changed: readonly string[], sources: Sources): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, source] of sources)
    for (const target of importsOf(file, source)) importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set(changed)
  for (const file of reached)
    if (!composition.test(file) && file !== loadsTexts)
      for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/** Paths of the pages whose screen is among these files. */
function pagesOf(files: ReadonlySet<string>, sources: Sources): string[] {
  const routes = sources.get('web/routes.tsx') ?? ''
  const screens = routes.matchAll(/'(\/[\w/-]+)':(?:(?!'\/)[\s\S])*?import\('\.\/(screens\/[^']+)'\)/g)
  return [...screens].flatMap(([, page, screen]) => (page && files.has(`web/${screen}`) ? [page] : []))
}
