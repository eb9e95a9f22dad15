import type { Provider } from '../../contract/providers.ts'

/**
 * Why a connected service cannot be used at all, whatever the call; only the person can change it:
 * - `not_connected`: never, or no longer; or the operator has not set the service up
 * - `signed_out`: the service no longer accepts our sign-in
 * - `scope`: the person has not allowed what the call needs
 */
export class ServiceProblem extends Error {
  readonly provider: Provider
  readonly kind: 'not_connected' | 'signed_out' | 'scope'

  constructor(provider: Provider, kind: ServiceProblem['kind'], cause?: unknown) {
    super(`${provider} cannot be used: ${kind}`, cause === undefined ? undefined : { cause })
    this.name = 'ServiceProblem'
    this.provider = provider
    this.kind = kind
  }
}
