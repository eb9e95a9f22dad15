/** Another run makes the same effect at this moment. No request was sent: the run looks again after `waitMs`. */
export class RunPostponed extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('Another run makes the same effect')
    this.name = 'RunPostponed'
    this.waitMs = waitMs
  }
}
