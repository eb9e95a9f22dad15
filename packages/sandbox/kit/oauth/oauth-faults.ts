import type { Fault } from '../faults.ts'

type Options = NonNullable<Fault['options']>

/** Applies the fault actions `callback` (redirects to the client) and `tokenAnswer` (token responses). */
export async function changeOAuthResponse({ action, options = {} }: Fault, answer: Response): Promise<Response> {
  if (action === 'callback') return withCallback(answer, options)
  if (action === 'tokenAnswer') return withTokens(answer, options)
  return answer
}

/** Changes parameters of the redirect: a text replaces one, null removes it, `repeat` names one to repeat. */
function withCallback(answer: Response, { repeat, ...changes }: Options): Response {
  const location = answer.headers.get('location')
  if (location === null) return answer
  const url = new URL(location)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, String(value))
  }
  if (typeof repeat === 'string') url.searchParams.append(repeat, url.searchParams.get(repeat) ?? '')
  const headers = new Headers(answer.headers)
  headers.set('Location', url.toString())
  return new Response(null, { status: answer.status, headers })
}

/** Changes fields of the token response: a value replaces one, null removes it. */
async function withTokens(answer: Response, changes: Options): Promise<Response> {
  if (!answer.ok) return answer
  const fields: unknown = await answer.clone().json()
  const changed = Object.entries({ ...Object(fields), ...changes }).filter(([, value]) => value !== null)
  return Response.json(Object.fromEntries(changed), { status: answer.status })
}
