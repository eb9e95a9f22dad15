import { RestError } from '../parse/rest-error.ts'

/** The error with which a parser refuses. */
export const failure = (act: () => unknown): RestError => {
  try {
    act()
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
  throw new Error('was not refused')
}
