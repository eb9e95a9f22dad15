/** A refusal of an API call. */
export class ApiError extends Error {
  readonly status: number
  constructor(status: number, title: string) {
    super(title)
    this.status = status
  }
}

export function apiErrorBody(status: number, title: string) {
  return { errors: [{ code: 0, title, status, meta: [] }] }
}

export function tokenErrorBody(error: string, description: string) {
  return { error, error_description: description, message: description }
}
