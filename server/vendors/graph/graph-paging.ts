import { z } from 'zod'
import { isDeltaLinkExpired } from './graph-error.ts'
import type { GraphRequest, GraphTransport } from './graph-transport.ts'
import { VendorError } from '../http/vendor-error.ts'

/** Guards against links that lead in a circle. */
const graphMaxPages = 2000
/** How often the reading of a collection starts over because the link to a page has expired. */
const graphMaxRestarts = 3

/** Declared once for each collection: zod compiles a schema at its first use. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ value: z.array(item), '@odata.nextLink': z.string().optional() })

/**
 * Reads a collection page by page. A page may be empty or overlap with an earlier one: when the collection changes
 * meanwhile, or when the link to a page has expired and the reading starts over.
 */
export async function* readGraphPages<S extends z.ZodType>(
  graph: GraphTransport,
  request: GraphRequest,
  Page: ReturnType<typeof pageOf<S>>,
): AsyncGenerator<z.output<S>[]> {
  let path = request.path
  let restarts = 0
  for (let pages = 0; pages < graphMaxPages; pages++) {
    const page = await graph.read({ ...request, path }, Page).catch((error: unknown) => {
      const isExpired = path !== request.path && isDeltaLinkExpired(error)
      if (!isExpired || ++restarts > graphMaxRestarts) throw error
      return null
    })
    if (page === null) {
      path = request.path
      continue
    }
    yield page.value
    if (page['@odata.nextLink'] === undefined) return
    path = page['@odata.nextLink']
  }
  throw new VendorError('graph', 0, 'endless_pages')
}
