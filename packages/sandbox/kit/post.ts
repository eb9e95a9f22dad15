/** The only outgoing calls of the sandbox: change notifications of Graph and webhooks of Stripe. */
export type PostResult =
  | { responded: true; status: number; contentType: string; text: string; tookMs: number }
  | { responded: false; timedOut: boolean; reason: string; tookMs: number }

type PostOptions = {
  contentType: string
  /** Other than the content type. */
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
    return { responded: true, status: response.status, contentType, text, tookMs: took() }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    return {
      responded: false,
      timedOut,
      reason: error instanceof Error ? error.message : String(error),
      tookMs: took(),
    }
  }
}
