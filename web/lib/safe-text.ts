const maxLength = 200

/**
 * Makes untrusted text (from the URL or a message) safe to display as text: one line, truncated, without control
 * characters and without bidirectional controls, which could disguise it.
 */
export function safeText(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...plain]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : plain
}
