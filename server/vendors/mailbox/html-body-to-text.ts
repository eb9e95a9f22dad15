import { visibleText } from '../../../packages/visible-text/visible-text.ts'
import { messageTextMaxLength } from '../limits.ts'

interface MessageBody {
  content?: string | null | undefined
  contentType?: string | null | undefined
}

/** As much as `cleanText` reads of a text that it cuts to `messageTextMaxLength`. */
const readBeforeCleaning = 4 * messageTextMaxLength

/**
 * The text of a message body that its reader sees. Bodies are requested as HTML and converted here, because Graph's own
 * conversion to text keeps what the author has hidden in the HTML.
 */
export function htmlBodyToText(body: MessageBody | null | undefined): string {
  const content = body?.content ?? ''
  return body?.contentType?.toLowerCase() === 'html' ? visibleText(content, readBeforeCleaning) : content
}
