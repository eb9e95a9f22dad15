import { ConfigError, readConfig } from '../../server/config.ts'

/** All settings that production requires. */
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://mail.example.com',
  SUPPORT_EMAIL: 'help@example.com',
  JWT_SECRET: 'a secret of more than thirty-two bytes',
  ENCRYPTION_KEYS: 'q1H0Zr7vU3mYcX5oTf2JkN8sWbD4gLxPaE6uRiC9tVw=',
}

/** What the server reports instead of starting. */
export function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
