import { cleanLine } from '../../../contract/clean-text.ts'

const contentIdMaxLength = 300
/** References to attachments (`cid:`) in one text. */
const messageMaxContentIds = 1000

/** The content ids that HTML refers to, normalized. */
export function findContentIds(html: string): string[] {
  const found = new Set<string>()
  for (const [, contentId] of html.matchAll(/\bcid:([^"'<>\s)\\]{1,300})/gi)) {
    found.add(normalizeContentId(contentId ?? ''))
    if (found.size === messageMaxContentIds) break
  }
  return [...found]
}

/** Normalizes a Content-ID or `cid:` URL for comparison (RFC 2392): lower case, no angle brackets, percent-decoded. */
export function normalizeContentId(contentId: string): string {
  const bare = cleanLine(contentId, contentIdMaxLength).replace(/^<|>$/g, '').replaceAll('&amp;', '&').toLowerCase()
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}
