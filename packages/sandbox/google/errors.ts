import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Something is wrong with the request to sign in: shown on Google's own page, never sent to the redirect URI. */
export class PageError extends Error {
  readonly error: string
  /** The number that the page names; the page itself is answered with 400. */
  readonly shownStatus: number
  constructor(error: string, message: string, shownStatus = 400) {
    super(message)
    this.error = error
    this.shownStatus = shownStatus
  }
}

/** What the person decided, or what stands in the way of a silent sign-in: told to the client on its redirect URI. */
export class RedirectError extends Error {
  readonly error: string
  constructor(error: string) {
    super(error)
    this.error = error
  }
}

/** A refusal of the token and revocation endpoints. */
export class TokenError extends Error {
  readonly error: string
  readonly status: ContentfulStatusCode
  constructor(error: string, description: string) {
    super(description)
    this.error = error
    this.status = error === 'invalid_client' ? 401 : 400
  }
}

export const tokenErrorBody = ({ error, message }: TokenError) => ({ error, error_description: message })

/** What the machines in front of the service say when they do not reach it. */
export const PAGE_502 = `<!DOCTYPE html><html lang=en><title>Error 502 (Server Error)!!1</title>
<p><b>502.</b> <ins>That’s an error.</ins><p>The server encountered a temporary error and could not complete your request.<p>Please try again in 30 seconds.</html>`
