import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { iconImports } from './scripts/lib/icon-imports.ts'
import { prerenderedPages } from './scripts/lib/prerendered-pages.ts'
import { shellChunks } from './scripts/lib/shell-chunks.ts'

const outDir = 'dist/web'
const compressible = /\.(?:js|css|svg|json)$/
const brotli = promisify(brotliCompress)

/** Writes `.br` and `.gz` beside each text file, so that the server does not compress per request. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async closeBundle() {
      for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const file = path.join(entry.parentPath, entry.name)
        const text = await readFile(file)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(`${file}.br`, await brotli(text, { params }))
        await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
      }
    },
  }
}

/**
 * Replaces parts of zod that the page does not use and the bundler cannot remove: the JSON schema generator, which each
 * schema has as a method (a fifth of zod), and its own error messages (the page shows those of `contract`).
 */
function withoutUnusedZod(): Plugin {
  return {
    name: 'without-unused-zod',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/zod/v4/locales/en.js')) return { code: 'export default () => ({})', map: null }
      if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `none as ${name}`)
      return { code: `const none = () => undefined\nexport { ${[...names, 'none as process'].join(', ')} }`, map: null }
    },
  }
}

/** Icons of the login screen and of toasts. */
const sharedIcons = [
  'check',
  'circle-check',
  'circle-exclamation-point',
  'eye',
  'eye-off',
  'info',
  'mail',
  'triangle-exclamation-point',
  'x',
]
const smallParts = new RegExp(
  [
    'web/main\\.',
    'web/shell/sandbox-banner\\.',
    'web/ui/(?:badge|cx|text-field|toast-store|toaster|button|spinner|notice|provider-marks)\\.',
    'web/forms/(?:password-field|new-password-field|use-submission)\\.',
    'web/(?:lib/toast|api/public-config)\\.',
    'web/texts/(?:translate|rich)\\.',
    'web/screens/auth/(?:auth-frame|email-field|other-sign-in-methods|use-after-sign-in)',
    'web/lib/(?:instructions-example|folder-name)\\.',
    'node_modules/(?:react|react-dom|scheduler|tslib)/',
    'lucide-react/dist/esm/(?!icons/|dynamic)',
    `lucide-react/dist/esm/icons/(?:${sharedIcons.join('|')})\\.`,
  ].join('|'),
)

export default defineConfig({
  publicDir: 'web/public',
  plugins: [iconImports(), withoutUnusedZod(), react(), tailwindcss(), prerenderedPages(outDir), precompressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // These browsers support light-dark(). For older ones the build would emit variables that ignore `color-scheme` of
    // a part of the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Inlines the values of `limits.ts`, so that no page loads the values of others.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // React changes only with its versions, so it gets a chunk of its own.
        codeSplitting: {
          groups: [
            // The entry, and small modules that visitors' screens and most other screens need: a request each would
            // cost more than their size.
            { name: 'index', test: smallParts },
            // Fields of forms and dialogs: one chunk compresses better than six.
            {
              name: 'fields',
              test: /\/web\/.*\/(?:field-frame|(?:choice|select|switch|text-area|email-code)-field)\./,
              includeDependenciesRecursively: false,
            },
            shellChunks(import.meta.dirname),
            // Of the review, Tidy up and the overview's groups.
            {
              name: 'mail-groups',
              test: /\/(?:features\/mail\/(?:group-|review-groups|press-requests)|classifier\/group-emails)/,
              includeDependenciesRecursively: false,
            },
            // Of the overview and the subscription.
            { name: 'usage', test: /\/features\/usage\/(?:usage-meter|waiting-mail-notice)\.|\/web\/ui\/meter\./ },
            // The rows that the lists of emails and the review load later.
            { name: 'email-list', test: /\/web\/features\/mail\/email-(?:list|row)\./ },
          ],
        },
      },
    },
  },
})
