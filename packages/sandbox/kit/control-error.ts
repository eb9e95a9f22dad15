/** A refusal of a control call. */
export class ControlError extends Error {
  readonly status: 400 | 404 | 409
  constructor(status: ControlError['status'], message: string) {
    super(message)
    this.status = status
  }
}
