/** Whether an address is http on loopback, with any port, and exactly one of these paths (RFC 8252, section 7.3). */
export function isLoopbackAddress(address: string, paths: ReadonlySet<string>): boolean {
  const found = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(\/.*)$/.exec(address)
  return paths.has(found?.[1] ?? '')
}
