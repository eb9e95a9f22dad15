import { afterAll } from 'vitest'

/** What all tests of a file use: closed after them. */
export async function ofFile<T extends AsyncDisposable>(started: Promise<T>): Promise<T> {
  const parts = await started
  afterAll(() => parts[Symbol.asyncDispose]())
  return parts
}
