/** What a link of an e-mail brought back behind the `#` of the address. */
interface Returned {
  access_token: string
  refresh_token: string
}

let returned: Returned | null = null
let problem: string | null = null

/**
 * Takes tokens out of the address at once, before any other script or request could see them (decision T7). Runs as the
 * page's first step.
 */
export function readReturnedSession(): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const access_token = fragment.get('access_token')
  const refresh_token = fragment.get('refresh_token')
  problem = fragment.get('error_description')
  if (access_token && refresh_token) returned = { access_token, refresh_token }
  if (access_token || problem) history.replaceState(history.state, '', location.pathname + location.search)
}

/** Each can be taken once. */
export function takeReturnedSession(): Returned | null {
  const taken = returned
  returned = null
  return taken
}
takeReturnedSession.waiting = (): boolean => returned !== null

export function takeReturnedProblem(): string | null {
  const taken = problem
  problem = null
  return taken
}
