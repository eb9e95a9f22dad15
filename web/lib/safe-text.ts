const maxLength = 200

/** Text that came in the address or in a mail: one line, no control or direction-changing characters, cut. It is only ever shown as text. */
export function safeText(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...plain]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : plain
}
