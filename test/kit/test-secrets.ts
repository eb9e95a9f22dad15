/** Secrets used only by tests, so they may be passed to every process that a test starts. */
export const testSecrets = {
  JWT_SECRET: 'a secret of the tests that has more than 32 bytes',
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
}
