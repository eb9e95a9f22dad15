/** Device features that the page may use: only passkeys. */
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

/** Headers of every response. */
const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': features,
}

/** The page may load and call its own origin only: no inline scripts or styles, no framing. */
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
  // Forbids every Trusted Types policy, so no string can become a script.
  "trusted-types 'none'",
].join('; ')
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** @param secure the page is served over https: adds HSTS */
export function addSecurityHeaders(headers: Headers, secure: boolean): void {
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value)
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', isPage ? pagePolicy : dataPolicy)
  // Caching is opt-in.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
