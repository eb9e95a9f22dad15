import { userAgentMaxLength } from '../../limits.ts'

/** The User-Agent header, truncated; null if absent. */
export const userAgentOf = (request: Request): string | null =>
  request.headers.get('user-agent')?.slice(0, userAgentMaxLength) || null
