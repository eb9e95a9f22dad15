import { createConcurrencyLimiter } from '../vendors/http/concurrency-limiter.ts'

/**
 * Requests of a caller that a node executes at the same time; the others wait. One caller must not occupy all of its
 * connections to the database.
 */
export const tableMaxConcurrency = 4
/** A longer response is written in slices, as fast as the client reads them. */
export const tableSliceBytes = 256 * 1024

const limiter = createConcurrencyLimiter()

/**
 * Executes a request of a caller when one of the caller's slots is free. A large response occupies its slot until the
 * client has read it or has gone: it stays in memory until then.
 */
export function executeInTurn(caller: string, execute: () => Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const response = await execute()
      if (response.body === null) return resolve(response)
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (bytes.length <= tableSliceBytes) return resolve(new Response(bytes, response))
      const headers = new Headers(response.headers)
      headers.set('content-length', String(bytes.length))
      await new Promise<void>((end) => {
        resolve(new Response(inSlices(bytes, end), { status: response.status, headers }))
      })
    }
    limiter.run(caller, tableMaxConcurrency, work).catch(reject)
  })
}

/** @param end called when the last slice was read, or the reader has gone */
function inSlices(bytes: Uint8Array<ArrayBuffer>, end: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at < bytes.length) return controller.enqueue(bytes.subarray(at, (at += tableSliceBytes)))
        controller.close()
        end()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
