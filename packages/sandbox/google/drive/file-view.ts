import { Hono } from 'hono'
import type { GoogleSandbox } from '../state.ts'

/** Under /drive.google.com: the target of a file's `webViewLink`. */
export function driveViewRoutes({ google }: GoogleSandbox): Hono {
  const app = new Hono()
  app.get('/*', (c) => {
    const id = /\/(?:d|folders)\/([^/]+)/.exec(c.req.path)?.[1] ?? ''
    const sub = [...google.drives].find(([, drive]) => drive.files.has(id))?.[0] ?? ''
    const email = google.accounts.get(sub)?.email
    return email === undefined ? c.notFound() : c.redirect(`/files/google/${encodeURIComponent(email)}`)
  })
  return app
}
