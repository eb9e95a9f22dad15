/** An SMTP error reply. `smtp-server` reads the code from the error. */
export class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, enhanced: string, message: string) {
    super(`${enhanced} ${message}`)
    this.responseCode = responseCode
  }
}

export function refusal(responseCode: number, enhanced: string, message: string): Refusal {
  return new Refusal(responseCode, enhanced, message)
}
