import { z } from 'zod'
import type { GraphRequest, GraphTransport } from './graph-request.ts'
import { VendorError } from './vendor-error.ts'

/** Far beyond any mailbox; a service that hands out links in a circle must not keep us for ever. */
const mostPages = 2000

/** The items of a collection, page by page. A page may be empty, or hold what an earlier one held: the collection shifts meanwhile. */
export async function* pagesOf<S extends z.ZodType>(
  graph: GraphTransport,
  request: GraphRequest,
  item: S,
): AsyncGenerator<z.output<S>[]> {
  const Page = z.object({ value: z.array(item), '@odata.nextLink': z.string().optional() })
  let path = request.path
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await graph.read({ ...request, path }, Page)
    yield page.value
    if (page['@odata.nextLink'] === undefined) return
    path = page['@odata.nextLink']
  }
  throw new VendorError('graph', 0, 'endless_pages')
}
