import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { prerenderedFile, prerenderedScreens, productNamePlaceholder } from '../../../contract/prerendered-pages.ts'
import type { PublicConfig } from '../../../contract/public-config.ts'
import { escapeHtml } from './escape-html.ts'
import { withPublicConfig } from './public-config.ts'
import { acceptedLanguage } from '../request/accepted-language.ts'

const encodings = { br: brotliCompressSync, gzip: gzipSync }

/**
 * The sign-in screens that the build has rendered to HTML. A request with a query gets none, since the screen may then
 * show an error; nor does one for another language, or a sign-up that is not open to everyone.
 * @param dir folder of the build
 * @param files of the build
 */
export async function prerenderedPages(dir: string, files: ReadonlySet<string>) {
  const pages = new Map<string, string>()
  for (const file of files)
    if (/^auth-\w+\.\w+\.html$/.test(file)) pages.set(file, await readFile(join(dir, file), 'utf8'))
  const encoded = new Map<string, Buffer<ArrayBuffer>>()

  return (url: URL, request: Headers, config: PublicConfig): Response | null => {
    const screen = prerenderedScreens.find((name) => url.pathname === `/auth/${name}`)
    if (!screen || url.search !== '' || (screen === 'signup' && config.signUp !== 'open')) return null
    const file = prerenderedFile(screen, acceptedLanguage(request))
    const page = pages.get(file)
    if (page === undefined) return null
    const accepts = request.get('accept-encoding') ?? ''
    const encoding = (['br', 'gzip'] as const).find((name) => accepts.includes(name))
    const filled = withPublicConfig(page, config)
    const key = `${encoding} ${filled}`
    let body = encoded.get(key)
    if (!body) {
      const text = Buffer.from(filled.replaceAll(productNamePlaceholder, () => escapeHtml(config.productName)))
      body = encoding ? Buffer.from(encodings[encoding](text)) : text
      encoded.set(key, body)
    }
    const headers = new Headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language',
    })
    if (encoding) headers.set('content-encoding', encoding)
    return new Response(body, { headers })
  }
}
