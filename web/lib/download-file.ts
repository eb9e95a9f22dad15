/** Browsers read the URL of a download asynchronously. */
const downloadUrlLifetimeMs = 10_000

/** Saves a text through the browser's download. */
export function downloadFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Browsers read the URL asynchronously: revoking it immediately can cancel the download.
  setTimeout(() => URL.revokeObjectURL(address), downloadUrlLifetimeMs)
}
