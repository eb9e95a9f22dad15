import { jsonResponse, authRoute } from './auth-route.ts'

export const health = authRoute({
  method: 'GET',
  path: '/health',
  limit: null,
  handle: ({ config }) =>
    jsonResponse({
      name: 'GoTrue',
      version: 'v2',
      description: `Accounts of ${config.productName}, in the GoTrue protocol`,
    }),
})
