/** Whether an address is http on loopback, any port of it, with one of these paths to the letter and nothing behind it. */
export function isLoopbackAddress(address: string, paths: ReadonlySet<string>): boolean {
  const found = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(\/.*)$/.exec(address)
  return paths.has(found?.[1] ?? '')
}
