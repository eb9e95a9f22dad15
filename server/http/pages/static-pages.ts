import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pageFile, pageScripts } from '../../../contract/page-scripts.ts'
import { fontPath } from '../links/link-page.ts'
import { prerenderedPages } from './prerendered-pages.ts'
import { readPublicConfig, withPublicConfig } from './public-config.ts'
import { rawRoute, type RawRoute } from '../routing/route.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const typeOf = (file: string): string | undefined =>
  types[/\.[a-z0-9]+$/.exec(file.replace(/\.(br|gz)$/, ''))?.[0] ?? '']

/**
 * Serves the built page. The files are listed at start, so a request path cannot reach other files, and only those of
 * known types: a backup into this folder must stay private. Every other path returns the page, which shows its own 404.
 * @param dir folder of the build
 */
export async function staticPages(dir: string): Promise<RawRoute[]> {
  const files = new Set(
    (await readdir(dir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => typeOf(file) !== undefined),
  )
  const page = await readFile(join(dir, 'index.html'), 'utf8')
  const pages = new Map<string, string>()
  for (const path of Object.keys(pageScripts))
    if (files.has(pageFile(path))) pages.set(path, await readFile(join(dir, pageFile(path)), 'utf8'))
  const prerendered = await prerenderedPages(dir, files)
  const font = [...files].find((file) => /^assets\/inter-latin-.*\.woff2$/.test(file))

  const response = async (requested: string, accepts: string): Promise<Response | null> => {
    const path = font && `/${requested}` === fontPath ? font : requested
    if (!files.has(path) || path.endsWith('.html')) return null
    const headers = new Headers({
      'content-type': typeOf(path) ?? '',
      // File names of assets contain a hash of their content.
      'cache-control': requested.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    })
    const encoding = [
      ['br', '.br'],
      ['gzip', '.gz'],
    ].find(([name, end]) => accepts.includes(name ?? '') && files.has(path + end))
    if (encoding?.[0]) headers.set('content-encoding', encoding[0])
    return new Response(await readFile(join(dir, path + (encoding?.[1] ?? ''))), { headers })
  }

  return [
    rawRoute({
      method: 'GET',
      path: '/*',
      auth: 'none',
      limit: null,
      maxBytes: 0,
      async handle(ctx, { url, request }) {
        const asset = await response(url.pathname.slice(1), request.headers.get('accept-encoding') ?? '')
        if (asset) return asset
        const isFile = /\.[a-z0-9]+$/i.test(url.pathname) && !request.headers.get('accept')?.includes('text/html')
        if (isFile)
          return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
        const redirectUrl = otherLoopbackName(url, new URL(ctx.config.publicUrl))
        if (redirectUrl)
          return new Response(null, { status: 302, headers: { location: redirectUrl, 'cache-control': 'no-store' } })
        const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
        const { pathname, search } = url
        const own = pages.get(pathname + search) ?? pages.get(pathname) ?? page
        const config = await readPublicConfig(ctx)
        return prerendered(url, request.headers, config) ?? new Response(withPublicConfig(own, config), { headers })
      },
    }),
  ]
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The page's URL under the host name of `publicUrl`. `127.0.0.1` and `localhost` are two origins: an OAuth flow that
 * starts on one and returns to the other would find neither session nor cookie.
 */
function otherLoopbackName(url: URL, home: URL): string | null {
  const differs = url.hostname !== home.hostname && loopback.has(url.hostname) && loopback.has(home.hostname)
  return differs ? home.origin + url.pathname + url.search : null
}
