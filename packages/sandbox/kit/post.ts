/** The only way out of the sandbox: POSTs to the product, as Graph and Stripe make them. */
export type PostResult =
  | { answered: true; status: number; contentType: string; text: string; tookMs: number }
  | { answered: false; timedOut: boolean; reason: string; tookMs: number }

export type PostOptions = {
  contentType: string
  /** Beside the content type. */
  headers?: Record<string, string>
  body: string
  timeoutMs: number
  followRedirects: boolean
}

export async function post(url: string, options: PostOptions): Promise<PostResult> {
  const started = performance.now()
  const took = () => performance.now() - started
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...options.headers, 'Content-Type': options.contentType },
      body: options.body,
      redirect: options.followRedirects ? 'follow' : 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    const text = await response.text()
    const contentType = response.headers.get('content-type') ?? ''
    return { answered: true, status: response.status, contentType, text, tookMs: took() }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    return { answered: false, timedOut, reason: error instanceof Error ? error.message : String(error), tookMs: took() }
  }
}
