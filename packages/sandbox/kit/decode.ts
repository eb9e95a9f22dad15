/** A part of an address without its percent signs, once; one that cannot be read stays as it is. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
