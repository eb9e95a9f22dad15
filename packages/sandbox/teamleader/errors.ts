/** A refusal of an API call. */
export class ApiError extends Error {
  readonly status: number
  constructor(status: number, title: string) {
    super(title)
    this.status = status
  }
}

/** A refusal of the token endpoint. */
export class TokenError extends Error {
  readonly error: string
  readonly status: 400 | 401
  constructor(error: string, description: string) {
    super(description)
    this.error = error
    this.status = error === 'invalid_client' ? 401 : 400
  }
}

/** Something is wrong with the request to sign in: shown on Teamleader's own page. */
export class PageError extends Error {}

export function apiErrorBody(status: number, title: string) {
  return { errors: [{ code: 0, title, status, meta: [] }] }
}

export function tokenErrorBody(error: string, description: string) {
  return { error, error_description: description, message: description }
}
