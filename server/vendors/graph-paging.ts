import { graphMaxPages } from '../limits.ts'
import { z } from 'zod'
import type { GraphRequest, GraphTransport } from './graph-transport.ts'
import { VendorError } from './vendor-error.ts'

/**
 * Reads a collection page by page. A page may be empty or overlap with an earlier one when the collection changes
 * meanwhile.
 */
export async function* readGraphPages<S extends z.ZodType>(
  graph: GraphTransport,
  request: GraphRequest,
  item: S,
): AsyncGenerator<z.output<S>[]> {
  const Page = z.object({ value: z.array(item), '@odata.nextLink': z.string().optional() })
  let path = request.path
  for (let pages = 0; pages < graphMaxPages; pages++) {
    const page = await graph.read({ ...request, path }, Page)
    yield page.value
    if (page['@odata.nextLink'] === undefined) return
    path = page['@odata.nextLink']
  }
  throw new VendorError('graph', 0, 'endless_pages')
}
