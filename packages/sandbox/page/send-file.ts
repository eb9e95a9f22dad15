import type { Context } from 'hono'

/** Always a download without its own type: an untrusted file must not open on this origin. */
export function sendFile(c: Context, name: string, bytes: Uint8Array): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(safeName(name))}`,
  })
}

function safeName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[/\\\p{Cc}\p{Bidi_Control}]/gu, '_')
    .slice(0, 200)
}
