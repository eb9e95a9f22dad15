/** Secrets of the tests: no other place knows them, so every process that a test starts can be told. */
export const testSecrets = {
  JWT_SECRET: 'a secret of the tests that has more than 32 bytes',
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
}
