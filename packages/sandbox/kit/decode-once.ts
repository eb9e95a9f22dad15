/** Decodes percent encoding once. Malformed text is returned unchanged. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
