import { PageError } from '../../kit/oauth/redirect.ts'

/** An error on Google's own page. */
export class GooglePageError extends PageError {
  readonly error: string
  /** The status that the page names; its response always has 400. */
  readonly shownStatus: number
  constructor(error: string, message: string, shownStatus = 400) {
    super(message)
    this.error = error
    this.shownStatus = shownStatus
  }
}

/** What Google's load balancers respond when they do not reach a service. */
export const PAGE_502 = `<!DOCTYPE html><html lang=en><title>Error 502 (Server Error)!!1</title>
<p><b>502.</b> <ins>That’s an error.</ins>\
<p>The server encountered a temporary error and could not complete your request.\
<p>Please try again in 30 seconds.</html>`
