/** What the page may ask of the device: passkeys, for itself alone. */
const features = [
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ')

/** What every answer carries (security checklist G1–G3). */
const everywhere: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': features,
}

/** The page may load itself and talk to us, nothing else; no script text, no inline style, no framing. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // No policy may be made, so no text becomes a script by any way.
  "trusted-types 'none'",
].join('; ')
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** @param secure the page is served over https, so that browsers may be told to insist on it */
export function addSecurityHeaders(headers: Headers, secure: boolean): void {
  for (const [name, value] of Object.entries(everywhere)) headers.set(name, value)
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', isPage ? pagePolicy : dataPolicy)
  // Whoever wants to be kept in a cache has to say so.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
