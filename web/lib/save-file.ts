/** Hands a text to the browser as a download. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // After the browser has taken it; an address that is let go at once may not be read in time.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
