import { decodeOnce } from '../../kit/decode.ts'
import type { World } from '../../kit/world.ts'
import { EntraError } from './errors.ts'
import type { App } from './state.ts'

/** A confidential client shows its secret in the form or in Basic auth. */
export function authenticateClient(world: World, form: Record<string, string>, authorization: string | null): App {
  const basic = basicOf(authorization)
  const app = world.entra.apps.get(form.client_id ?? basic?.id ?? '')
  if (!app) throw new EntraError(700016)
  const secret = form.client_secret ?? basic?.secret
  if (!secret) throw new EntraError(7000218)
  if (secret !== app.secret) throw new EntraError(7000215)
  if (world.config.clientSecretState === 'expired') throw new EntraError(7000222)
  return app
}

function basicOf(header: string | null): { id: string; secret: string } | null {
  const found = /^Basic\s+(.+)$/i.exec(header ?? '')?.[1]
  if (!found) return null
  const [id, ...rest] = Buffer.from(found, 'base64').toString('utf8').split(':')
  return { id: decode(id ?? ''), secret: decode(rest.join(':')) }
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they go into the header. */
function decode(text: string): string {
  return decodeOnce(text.replaceAll('+', ' '))
}
