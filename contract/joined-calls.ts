import { z } from 'zod'

/** Calls that one request joins at most. */
export const maxJoinedCalls = 16
/** A longer answer has the status 413: the call has to be sent alone. */
export const maxJoinedAnswerLength = 256 * 1024

/** Functions with which pages begin, and which live events repeat. None sets a cookie. */
const joinedFunctions =
  'account-time-zone|action-runs|dashboard-overview|folder-activity|learned-mail|mail-graph|microsoft-graph|' +
  'notifications|propose-instructions|waiting-mail'
const joinedPath = new RegExp(`^(?:GET /rest/v1/[a-z_]+|POST /functions/v1/(?:${joinedFunctions}))$`)

/** Whether a call may travel with others: the functions above, and reads of tables. */
export const mayBeJoined = (method: string, pathname: string): boolean => joinedPath.test(`${method} ${pathname}`)

export interface JoinedCall {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: string | null
}

/** One event of the response: the answer to one call. They come in the order in which they are ready. */
export const JoinedAnswer = z.object({
  call: z.int(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type JoinedAnswer = z.infer<typeof JoinedAnswer>
