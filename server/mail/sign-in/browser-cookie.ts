import { browserBinding } from '../../http/browser-binding.ts'

export const callbackPath = '/api/microsoft/callback'

export const browser = browserBinding({ name: 'mailroom_connect', path: callbackPath })
