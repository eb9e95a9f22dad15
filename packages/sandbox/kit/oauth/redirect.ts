import type { Context } from 'hono'
import { formPostPage, type VendorTheme } from './vendor-page.ts'

export type ResponseMode = 'query' | 'fragment' | 'form_post'

/** Where and how the client receives the response of the authorization endpoint. */
export type RedirectTarget = { redirectUri: string; responseMode: ResponseMode; state: string | undefined }

export type Parameters = Record<string, string>

/** An error that the service shows on its own page: the redirect URI cannot be trusted (RFC 6749, section 4.1.2.1). */
export class PageError extends Error {}

/** An error that the client receives at its redirect URI (RFC 6749, section 4.1.2.1). */
export class RedirectError extends Error {
  readonly target: RedirectTarget
  readonly parameters: Parameters
  constructor(target: RedirectTarget, parameters: Parameters) {
    super(parameters.error ?? 'error')
    this.target = target
    this.parameters = parameters
  }
}

/** Sends the parameters to the client, together with the `state` of its request. */
export function redirectBack(
  c: Context,
  { redirectUri, responseMode, state }: RedirectTarget,
  parameters: Parameters,
  { theme, stateFirst = false }: { theme: VendorTheme; stateFirst?: boolean | undefined },
): Response | Promise<Response> {
  const withState = stateFirst ? { state, ...parameters } : { ...parameters, state }
  const all = Object.entries(withState).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  if (responseMode === 'form_post') return c.html(formPostPage(theme, redirectUri, all))
  const url = new URL(redirectUri)
  if (responseMode === 'fragment') url.hash = new URLSearchParams(all.map(([...entry]) => entry)).toString()
  else for (const [name, value] of all) url.searchParams.set(name, value)
  return c.redirect(url.toString(), 302)
}
