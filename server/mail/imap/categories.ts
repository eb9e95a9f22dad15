/** A keyword has to be an atom (RFC 3501, section 9): letters with marks are written without them. */
export const keywordOf = (category: string): string =>
  category
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .slice(0, 60)
    .replace(/^$/, '_')
