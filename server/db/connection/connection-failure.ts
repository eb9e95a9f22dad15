import { systemCode } from '../../startup-error.ts'

const codes =
  /^(08...|53300|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Errors of the driver have no code. */
const messages = /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$)/

/** How the connection to the database failed: a code or the driver's message; null for another error. */
export function connectionFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = systemCode(error) ?? ''
  if (codes.test(code)) return code
  return messages.test(error.message) ? error.message : connectionFailure(error.cause)
}

export const noConnectionLeft =
  'the database has no connection left: raise its max_connections, lower DATABASE_CONNECTIONS, or start fewer nodes'

/** One line for the operator of a node that could not start. A supervisor starts it again. */
export const explainLostDatabase = (failure: string): string =>
  failure === '53300'
    ? `The node cannot start (53300), as ${noConnectionLeft}.`
    : `The database does not respond (${failure}): start the node again when it does.`
