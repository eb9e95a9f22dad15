const maxLength = 512

/** What the caller calls itself, cut; null where it says nothing. */
export const userAgentOf = (request: Request): string | null =>
  request.headers.get('user-agent')?.slice(0, maxLength) || null
