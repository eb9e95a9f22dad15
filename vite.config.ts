import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shellChunks } from './scripts/lib/shell-chunks.ts'

const outDir = 'dist/web'
const compressible = /\.(?:js|css|svg|json)$/
const brotli = promisify(brotliCompress)

/** Writes `.br` and `.gz` beside each text file, so that the server never compresses while somebody waits. */
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
 * The page checks answers by the schema library and never describes a schema: the part that would, a fifth of the library, hangs on each schema as
 * a method, and no bundler can leave it out by itself.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `none as ${name}`)
      return { code: `const none = () => undefined\nexport { ${[...names, 'none as process'].join(', ')} }`, map: null }
    },
  }
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [withoutJsonSchema(), react(), tailwindcss(), precompressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // These know light-dark(); for older ones the build would replace it by variables that a dark part of a light page cannot turn.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React and the router change with their versions alone (leaving a page with unsaved changes is asked about by few screens). What nearly every screen needs and is tiny by itself would cost more as a
        // file than what is in it.
        codeSplitting: {
          groups: [
            {
              name: 'frame',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-store|store))\/(?!.*useBlocker)/,
            },
            {
              // Of the icons those that visitors see (see shell-chunks.ts) or that most screens show.
              name: 'parts',
              test: /web\/ui\/(?:cx|text-field|toast-store)\.|node_modules\/tslib\/|lucide-react\/dist\/esm\/(?!icons\/|dynamic)|lucide-react\/dist\/esm\/icons\/(?:arrow-right|check|chevron-down|circle-check|eye|eye-off|fingerprint-pattern|folder-tree|life-buoy|log-out|mail|mail-check|minus|plus|rotate-ccw-clock|smartphone|triangle-exclamation-point|x)\.|contract\/limits\./,
            },
            // Libraries that every page of a signed-in person needs, and nobody before.
            {
              name: 'signed-in',
              test: /node_modules\/(?:zod|@supabase\/postgrest-js|@tanstack\/(?:react-query|query-core))\//,
            },
            ...shellChunks(import.meta.dirname),
          ],
        },
      },
    },
  },
})
