import type { Factor } from './factor-queries.ts'

/** A factor in a GoTrue response, without its secret. */
export const serializeFactor = (factor: Factor) => ({
  id: factor.id,
  created_at: factor.created_at.toISOString(),
  updated_at: factor.updated_at.toISOString(),
  status: factor.status,
  ...(factor.friendly_name && { friendly_name: factor.friendly_name }),
  factor_type: factor.factor_type,
  phone: '',
  last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
  ...(factor.aaguid && { web_authn_aaguid: factor.aaguid }),
})
