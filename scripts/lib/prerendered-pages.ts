import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import { type Language, languages } from '../../contract/languages.ts'
import { pageFile, pageScripts } from '../../contract/page-scripts.ts'
import { prerenderedFile, prerenderedScreens } from '../../contract/prerendered-pages.ts'
import type { renderAuthPage } from '../../web/prerender/render-auth-page.tsx'

const catalogueChunks: Record<Language, readonly string[]> = { en: [], de: ['german'] }

/**
 * Writes the sign-in screens as HTML files: they show before any script runs. They are the page with the screen in
 * front of `#root`, where the app then renders, and with preloads of the scripts that it needs. The signed-in pages get
 * such preloads, too.
 * @param outDir folder of the build
 */
export function prerenderedPages(outDir: string): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    async writeBundle(_options, bundle) {
      const { module } = await runnerImport<{ renderAuthPage: typeof renderAuthPage }>(
        join(import.meta.dirname, '../../web/prerender/render-auth-page.tsx'),
        // Without it the module would need the JSX functions of React's development build.
        { oxc: { jsx: { runtime: 'automatic', development: false } } },
      )
      const shell = await readFile(join(outDir, 'index.html'), 'utf8')
      for (const language of languages) {
        for (const screen of prerenderedScreens) {
          const page = withPreloads(shell, [`${screen}-screen`, ...catalogueChunks[language]], bundle)
          const { title, body } = module.renderAuthPage(screen, language)
          const html = page
            .replace('<html lang="en"', `<html lang="${language}"`)
            .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
            .replace('<div id="root">', () => `<div id="prerendered">${body}</div>\n    <div id="root">`)
          await writeFile(join(outDir, prerenderedFile(screen, language)), html)
        }
      }
      for (const [page, chunks] of Object.entries(pageScripts))
        await writeFile(join(outDir, pageFile(page)), withPreloads(shell, chunks, bundle))
    },
  }
}

/** The page with preloads of the chunks' scripts that it does not name itself. */
function withPreloads(page: string, chunks: readonly string[], bundle: Rolldown.OutputBundle): string {
  const preloads = chunks
    .flatMap((chunk) => scriptsOf(chunk, bundle))
    .filter((file, index, all) => !page.includes(`/${file}"`) && all.indexOf(file) === index)
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
    .join('')
  return page.replace('  </head>', () => `${preloads}  </head>`)
}

/** The script of a module, and all that it imports statically. */
function scriptsOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const found = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === name)
  if (!found) throw new Error(`The build has no script ${name}`)
  const files = new Set([found.fileName])
  // Iterating a Set also visits the items added during the iteration.
  for (const file of files) {
    const output = bundle[file]
    if (output?.type === 'chunk') for (const imported of output.imports) files.add(imported)
  }
  return [...files]
}
