import { setTimeout as realDelay } from 'node:timers/promises'
import type { Call } from '../route-definition.ts'
import { type Content, ContentReader } from '../file-content.ts'
import { CallError, refuse } from '../errors.ts'

/** With the setting `lockContention` an account allows one write at a time; a second one is refused. */
export async function withWriteLock<T>({ sandbox, account }: Call, write: () => Promise<T> | T): Promise<T> {
  const { lockContention, writeMs } = sandbox.dropbox.settings
  if (lockContention && account.writing) throw new CallError(429, { '.tag': 'too_many_write_operations' }, 1)
  account.writing = true
  try {
    if (writeMs > 0) await realDelay(writeMs)
    return await write()
  } finally {
    account.writing = false
  }
}

/** Adds the file of a call to a reader. @throws CallError payload_too_large */
export async function readFile(
  { sandbox, body }: Call,
  reader: ContentReader,
  hash: string | undefined,
): Promise<void> {
  const part = hash === undefined ? null : new ContentReader()
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > sandbox.dropbox.settings.uploadLimit) continue
    reader.add(chunk)
    part?.add(chunk)
  }
  if (size > sandbox.dropbox.settings.uploadLimit) throw refuse({ '.tag': 'payload_too_large' })
  if (part) checkHash(part.content(), hash)
}

function checkHash({ contentHash }: Content, hash: string | undefined): void {
  if (contentHash !== hash) throw refuse({ '.tag': 'content_hash_mismatch' })
}
